package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Required;
import java.io.File;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.http.ClientConfig;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real browser without a window. All classes of a JVM have the same one, each a new tab of it: a
 * test class, or a method of one, takes it as a parameter.
 */
final class Chromium implements AutoCloseable {

  /**
   * Begins scripts about a chart, the name of which is their first argument. Pixels are read from a
   * copy: reading the page's own canvas twice is warned of.
   */
  static final String CHART =
      "const chart = stallmarkCharts.get(arguments[0]);"
          + "const pixels = (canvas, x, y, width) => {"
          + "  const copy = Object.assign(document.createElement('canvas'), {width, height: 1});"
          + "  copy.getContext('2d').drawImage(canvas, -x, -y);"
          + "  return copy.getContext('2d').getImageData(0, 0, width, 1).data;"
          + "};";

  /** Needs the browser and its driver. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith({Condition.class, Shared.class})
  @interface Needed {}

  /** Looks for the two. */
  static final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Required.unless(
          program("chromium") != null && program("chromedriver") != null,
          "no chromium or no chromedriver on the PATH; 'it/containers.sh browser' installs them on"
              + " Debian");
    }
  }

  /** Starts it for the first who takes it; it ends with the JVM's session. */
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Chromium.class;
    }

    @Override
    public Chromium resolveParameter(ParameterContext parameter, ExtensionContext context) {
      Chromium browser =
          context
              .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(Chromium.class))
              .computeIfAbsent(Chromium.class, key -> new Chromium(), Chromium.class);
      browser.turnToNewTab();
      return browser;
    }
  }

  /** Of a page whose charts are all drawn, if it has any. */
  private static final String AS_IT_STAYS = "html[data-drawn], html:not(:has([data-chart]))";

  private static final int PHONE = 390; // CSS pixels
  private static final int SCREEN_HEIGHT = 844; // no real screen has it

  /** Longer than the limit of a test, in the root pom. */
  private static final Duration FOREVER = Duration.ofHours(1);

  private final ChromeDriver driver;
  private final List<String> said = new ArrayList<>();

  private Chromium() {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program("chromium"));
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars");
    options.addArguments("--disable-dev-shm-usage", "--lang=en-US");
    options.setExperimentalOption("browserStartupTimeout", FOREVER.toMillis());
    options.setScriptTimeout(FOREVER).setPageLoadTimeout(FOREVER);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ClientConfig client =
        ClientConfig.defaultConfig().connectionTimeout(FOREVER).readTimeout(FOREVER);
    driver = new ChromeDriver(service(), options, client);
  }

  /** Starts the driver. Its port is chosen before it takes it: if another is faster, once more. */
  private static ChromeDriverService service() {
    while (true) {
      ChromeDriverService service =
          new ChromeDriverService.Builder()
              .usingDriverExecutable(program("chromedriver"))
              .usingAnyFreePort()
              .withTimeout(FOREVER)
              .build();
      try {
        service.start();
        return service;
      } catch (IOException | WebDriverException e) {
        if (isFree(service.getUrl().getPort())) {
          throw new IllegalStateException("chromedriver does not start", e);
        }
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket taken = new ServerSocket(port)) {
      return taken.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private void turnToNewTab() {
    String before = driver.getWindowHandle();
    driver.switchTo().newWindow(WindowType.TAB);
    String tab = driver.getWindowHandle();
    driver.switchTo().window(before).close();
    driver.switchTo().window(tab);
    size(1200, 900);
    console();
    requests();
  }

  private static File program(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> new File(directory, name))
        .filter(File::canExecute)
        .findFirst()
        .orElse(null);
  }

  @Override
  public void close() {
    driver.quit();
  }

  /** Waits for a page, which ends at once when it complains. */
  void await(ThrowingRunnable assertion) {
    Awaitility.await()
        .forever()
        .pollDelay(Duration.ZERO)
        .pollInterval(10, TimeUnit.MILLISECONDS) // most pages are drawn sooner than in 100 ms
        .failFast("the page complains", () -> assertThat(complaints()).isEmpty())
        .untilAsserted(assertion);
  }

  /** Waits until an expression of JavaScript is true. */
  void await(String condition) {
    await(() -> assertThat(script("return " + condition)).as(condition).isEqualTo(true));
  }

  /** Returns when all of its charts are drawn. */
  void open(Path page) {
    driver.get(page.toUri().toString());
    await("document.querySelector('" + AS_IT_STAYS + "') !== null");
  }

  /** Opens the page of a server, which may change at any time. */
  void visit(String url) {
    driver.get(url);
  }

  boolean isAt(Path page) {
    return page.toUri().toString().equals(driver.getCurrentUrl());
  }

  /** Opens every section, and returns when the charts in them are drawn. */
  void unfold() {
    script("document.querySelectorAll('details.fold').forEach(each => each.open = true)");
    await("!document.querySelector('[data-chart]:not([data-painted])')");
  }

  /**
   * Returns the shortest of five times, in seconds, from the navigation until the charts in the
   * window are painted: what else the machine does can only add to the page's own time.
   */
  double opened(Path page) {
    double[] seconds = new double[5];
    for (int i = 0; i < seconds.length; i++) {
      open(page);
      seconds[i] = number("return performance.getEntriesByName('in view')[0].startTime");
      seconds[i] /= 1000;
    }
    Arrays.sort(seconds);
    System.out.printf("%s was drawn in %s s%n", page.getParent(), Arrays.toString(seconds));
    return seconds[0];
  }

  /** Marks the page for a picture of the documentation. Returns what it has not; null: nothing. */
  Object mark(String picture) throws IOException {
    script("const PICTURE = arguments[0];" + Files.readString(Path.of("pictures.js")), picture);
    String dataset = "document.documentElement.dataset";
    await(dataset + ".height !== undefined || " + dataset + ".missing !== undefined");
    return script("return document.documentElement.dataset.missing");
  }

  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
    awaitLayout("outerWidth === " + width + " && innerWidth === outerWidth");
  }

  /** Like a phone held upright; the window's own size counts again after {@link #noPhone}. */
  void phone() {
    screen(PHONE);
  }

  /** A screen so wide, in CSS pixels; a phone's if it is as narrow as one. */
  void screen(int width) {
    boolean phone = width <= PHONE;
    Map<String, Object> metrics = new HashMap<>(Map.of("mobile", phone));
    metrics.putAll(Map.of("width", width, "screenWidth", width));
    metrics.putAll(Map.of("height", SCREEN_HEIGHT, "screenHeight", SCREEN_HEIGHT));
    metrics.put("deviceScaleFactor", phone ? 2 : 1);
    driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", metrics);
    awaitLayout("screen.width === " + width + " && screen.height === " + SCREEN_HEIGHT);
  }

  void noPhone() {
    driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    awaitLayout("screen.height !== " + SCREEN_HEIGHT + " && innerWidth === outerWidth");
  }

  /**
   * A page hears of a new width or medium some time later, as the condition says, and of its event
   * with the next frame; it is laid out in the one after.
   */
  private void awaitLayout(String condition) {
    driver.executeAsyncScript(
        "const done = arguments[0];"
            + "const look = () => requestAnimationFrame(() => "
            + condition
            + " ? requestAnimationFrame(() => requestAnimationFrame(() => done())) : look());"
            + "look();");
  }

  /** The series of a chart, each as what the script makes of {@code series}. */
  List<?> series(String chart, String of) {
    return (List<?>)
        script(CHART + "return chart.getOption().series.map(series => " + of + ")", chart);
  }

  /** How many pixels of a chart have about the colour that a series has. */
  double painted(String chart, int series) {
    return number(
        CHART
            + "const canvas = chart.getDom().querySelector('canvas');"
            + "const colour = chart.getOption().series[arguments[1]].itemStyle.color;"
            + "const wanted = [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));"
            + "let count = 0;"
            + "const all = new Array(canvas.height).fill(0).map((zero, y) =>"
            + "  y > 12 * canvas.width / canvas.clientWidth ? pixels(canvas, 0, y, canvas.width) : []);"
            + "for (const row of all) {"
            + "  for (let i = 0; i < row.length; i += 4) {"
            + "    count += wanted.every((w, k) => Math.abs(row[i + k] - w) < 30) ? 1 : 0;"
            + "  }"
            + "}"
            + "return count",
        chart,
        series);
  }

  /**
   * As if the system or a printer wanted it.
   *
   * @param media screen or print
   * @param scheme light or dark
   */
  void media(String media, String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            media,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    awaitLayout(
        String.format(
            Locale.ROOT,
            "matchMedia('%s').matches && matchMedia('(prefers-color-scheme: %s)').matches",
            media,
            scheme));
  }

  Object script(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  double number(String script, Object... arguments) {
    return ((Number) script(script, arguments)).doubleValue();
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** Clicks into an element, pixels from its top left corner, which is scrolled into view. */
  void click(WebElement element, double x, double y) {
    script("arguments[0].scrollIntoView({block: 'center'})", element);
    int fromMiddleX = (int) Math.round(x - element.getSize().getWidth() / 2.0);
    int fromMiddleY = (int) Math.round(y - element.getSize().getHeight() / 2.0);
    new Actions(driver).moveToElement(element, fromMiddleX, fromMiddleY).click().perform();
  }

  /** What the page said on the console since the last call. */
  List<String> console() {
    List<String> all = complaints();
    said.clear();
    return all;
  }

  /** The same, which stays to be said. */
  private List<String> complaints() {
    driver.manage().logs().get(LogType.BROWSER).forEach(entry -> said.add(entry.toString()));
    return List.copyOf(said);
  }

  /** What the page asked for since the last call, itself and data within it aside. */
  List<String> requests() {
    JsonMapper mapper = new JsonMapper();
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> mapper.readTree(entry.getMessage()).get("message"))
        .filter(message -> message.get("method").asString().equals("Network.requestWillBeSent"))
        .map((JsonNode message) -> message.at("/params/request/url").asString())
        .filter(url -> !url.startsWith("data:") && !url.matches("file:.*\\.html"))
        .toList();
  }

  /** The whole page as a picture, to be looked at: with {@code -Dstallmark.pictures=write}. */
  void picture(String name) throws IOException {
    if (!"write".equals(System.getProperty("stallmark.pictures"))) {
      return;
    }
    Map<String, Object> shot =
        driver.executeCdpCommand(
            "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", whole()));
    keep(name + ".png", shot);
  }

  private Map<String, Object> whole() {
    double width = number("return document.documentElement.clientWidth");
    double height = number("return document.documentElement.scrollHeight");
    return Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1);
  }

  /** The page as a printer gets it. */
  void print(String name) throws IOException {
    keep(
        name + ".pdf",
        driver.executeCdpCommand(
            "Page.printToPDF",
            Map.of("printBackground", true, "paperWidth", 8.27, "paperHeight", 11.69)));
  }

  private static void keep(String name, Map<String, Object> answer) throws IOException {
    Path directory = Files.createDirectories(Path.of("target", "report-page"));
    Files.write(directory.resolve(name), Base64.getDecoder().decode((String) answer.get("data")));
  }
}
