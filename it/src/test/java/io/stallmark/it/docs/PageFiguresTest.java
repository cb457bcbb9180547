package io.stallmark.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Registry;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Figures that the pages state about the program are those of the program. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageFiguresTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path FIGURES = Path.of("src/test/resources/page-figures.txt");
  private static final List<String> WORDS =
      List.of(
          "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
          "eleven");

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** A constant of a script, a class with or without a constant. */
  private static final Pattern NAME = Pattern.compile("#?([A-Za-z$]+(?:\\.js)?)(?:\\.(\\S+))?");

  private final Map<String, Path> sources = new HashMap<>();

  @BeforeAll
  void findSources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      files
          .filter(file -> file.toString().matches(".*/src/(main|test)/.*\\.(java|js)"))
          .forEach(file -> sources.put(file.getFileName().toString(), file));
    }
  }

  static List<String> figures() throws IOException {
    return Files.readAllLines(FIGURES).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("figures")
  void figure_isThatOfTheProgram(String line) throws Exception {
    int colon = line.indexOf(": ");
    int equals = line.lastIndexOf(" = ");
    String page = Files.readString(ROOT.resolve(line.substring(0, colon))).replaceAll("\\s+", " ");
    String text = line.substring(colon + 2, equals);
    List<String> figure = notations(figure(line.substring(equals + 3)));
    assertThat(figure.stream().map(each -> text.replace("{}", each)))
        .as("%s, on the page with %s", text, figure)
        .anyMatch(page::contains);
  }

  @Test
  void defaultsOfSettings_areThoseOfTheProgram() throws Exception {
    int checked = 0;
    List<String> wrong = new ArrayList<>();
    for (Workload workload : Registry.load().workloads()) {
      Path page = ROOT.resolve("docs/workloads/" + workload.name() + ".md");
      boolean settings = false;
      for (String line : Files.exists(page) ? Files.readAllLines(page) : List.<String>of()) {
        settings = line.startsWith("|") && settings || line.contains(" | default | ");
        String[] cells = line.split(" *\\| ?", -1);
        List<String> names =
            CODE.matcher(cells.length < 3 ? "" : cells[1]).results().map(m -> m.group(1)).toList();
        String[] stated = cells.length < 3 ? new String[1] : cells[2].replace("`", "").split(", ");
        for (int i = 0; settings && i < names.size() && isSetting(workload, names.get(0)); i++) {
          Setting setting = setting(workload, names.get(i));
          String text = stated[stated.length == names.size() ? i : 0].replace("required", "");
          if (!value(setting, text).equals(value(setting, setting.defaultValue()))) {
            wrong.add(workload.name() + " " + setting.name() + ": " + text);
          }
          checked++;
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(checked).isGreaterThan(80);
  }

  private static String value(Setting setting, String text) throws SpecException {
    return setting.type() == Setting.Type.INTEGER ? "" + Quantity.count(text) : text;
  }

  private static boolean isSetting(Workload workload, String name) {
    return workload.settings().stream().anyMatch(setting -> setting.name().equals(name));
  }

  private static Setting setting(Workload workload, String name) {
    return workload.settings().stream()
        .filter(setting -> setting.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private double figure(String expression) throws Exception {
    String[] words = expression.split(" ");
    int next = 1;
    double figure;
    if (words[0].equals("option")) {
      figure = option(words[next++]);
    } else if (words[0].equals("setting")) {
      Workload workload = Registry.load().workload(words[next++]).orElseThrow();
      figure = Quantity.count(setting(workload, words[next++]).defaultValue());
    } else if (words[0].equals("lines")) {
      Path file = ROOT.resolve(words[next++]);
      String text = words[next++];
      figure = Files.readAllLines(file).stream().filter(line -> line.contains(text)).count();
    } else if (words[0].equals("files")) {
      figure = classes(ROOT.resolve(words[next++]));
    } else {
      figure = constant(words[0]);
    }
    for (; next < words.length; next += 2) {
      double operand = Double.parseDouble(words[next + 1]);
      figure =
          switch (words[next]) {
            case "*" -> figure * operand;
            case "/" -> figure / operand;
            case "+" -> figure + operand;
            default -> figure - operand;
          };
    }
    return figure;
  }

  private static long classes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !file.endsWith("package-info.java")).count();
    }
  }

  private static double option(String name) throws Exception {
    for (Field field : RunOptions.class.getFields()) {
      if (field.get(null) instanceof SpecOption<?> option && option.name().equals(name)) {
        return Quantity.real(option.defaultText());
      }
    }
    throw new SpecException("no option " + name);
  }

  private double constant(String expression) throws Exception {
    MatchResult name = NAME.matcher(expression).results().findFirst().orElseThrow();
    if (name.group(1).endsWith(".js")) {
      return Pattern.compile("const " + name.group(2) + " = ([0-9]+)")
          .matcher(Files.readString(sources.get(name.group(1))))
          .results()
          .mapToDouble(match -> Double.parseDouble(match.group(1)))
          .findFirst()
          .orElseThrow();
    }
    Class<?> type = type(name.group(1));
    if (name.group(2) == null) {
      return type.getEnumConstants().length;
    }
    Object value = null;
    for (String field : name.group(2).split("\\.")) {
      Field declared = (value == null ? type : value.getClass()).getDeclaredField(field);
      declared.setAccessible(true);
      value = declared.get(value);
    }
    return value instanceof Collection<?> all ? all.size() : ((Number) value).doubleValue();
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    String source = sources.get(name.replaceFirst("\\$.*", "") + ".java").toString();
    String outer = source.replaceFirst(".*/src/\\w+/java/(.*)\\.java", "$1").replace('/', '.');
    return Class.forName(outer + name.replaceFirst("^\\w+", ""));
  }

  /** A figure as pages write it: with digits, with separated thousands, or as a word. */
  private static List<String> notations(double figure) {
    DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
    String digits = new DecimalFormat("0.##", symbols).format(figure);
    String word = figure >= 0 && figure < WORDS.size() ? WORDS.get((int) figure) : digits;
    return List.of(
        digits,
        new DecimalFormat("0.#", symbols).format(figure),
        new DecimalFormat("#,##0.##", symbols).format(figure),
        figure == (int) figure ? word : digits,
        word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
  }
}
