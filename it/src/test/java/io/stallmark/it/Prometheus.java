package io.stallmark.it;

import java.io.File;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus on this machine, which scrapes one target every half second. */
public final class Prometheus implements AutoCloseable {

  /** Needs the server, its tool and its exporter. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(Condition.class)
  public @interface Needed {}

  /** Looks for the three. */
  public static final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Required.unless(
          there("prometheus") && there("promtool") && there("prometheus-node-exporter"),
          "no prometheus with its node exporter on the PATH; 'it/containers.sh prometheus' installs it on Debian");
    }
  }

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final ReservedPort port = new ReservedPort();
  private final Path log;
  private final Process process;
  private final String url;

  /**
   * @param directory for its configuration and its data
   * @param target host:port
   */
  public Prometheus(Path directory, String target) throws IOException {
    Path configuration = directory.resolve("prometheus.yml");
    Files.writeString(
        configuration,
        "scrape_configs: [{job_name: stallmark, scrape_interval: 500ms, scrape_timeout: 500ms,"
            + " static_configs: [{targets: ['"
            + target
            + "']}]}]\n");
    log = directory.resolve("prometheus.log");
    url = "http://" + port;
    process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=" + port,
                "--query.lookback-delta=5m")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
  }

  /**
   * The answer to an expression.
   *
   * @param at seconds of the epoch
   * @return Prometheus' {@code data.result}; missing while it starts
   */
  public JsonNode ask(String expression, double at) throws IOException, InterruptedException {
    String query = URLEncoder.encode(expression, StandardCharsets.UTF_8);
    String answer = get(url + "/api/v1/query?time=" + at + "&query=" + query);
    JsonNode json = new JsonMapper().readTree(answer);
    if (!json.path("status").asString().equals("success")) {
      throw new AssertionError(expression + ": " + answer);
    }
    return json.at("/data/result");
  }

  /**
   * Whether it answers.
   *
   * @throws AssertionError with its log, if it has ended
   */
  public boolean ready() throws IOException, InterruptedException {
    if (!process.isAlive()) {
      throw new AssertionError("Prometheus has ended: " + Files.readString(log));
    }
    try {
      return get(url + "/-/ready").contains("Ready");
    } catch (IOException e) {
      return false;
    }
  }

  public static String get(String url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** What its linter says of a scrape; empty: nothing. */
  public static String lint(String scrape) throws IOException, InterruptedException {
    Process promtool =
        new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
    try (var in = promtool.getOutputStream()) {
      in.write(scrape.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    promtool.waitFor();
    return said;
  }

  private static boolean there(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> new File(directory, program).canExecute());
  }

  @Override
  public void close() {
    process.toHandle().destroyForcibly(); // nobody reads its data any more
    port.close();
  }
}
