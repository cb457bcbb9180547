package io.stallmark.it.servers.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Prometheus;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real run, scraped by a real Prometheus, which is asked what the dashboard asks. */
@Docker
@Prometheus.Needed
final class PrometheusIT {

  private static final Path DASHBOARD =
      Path.of("").toAbsolutePath().getParent().resolve("docs/grafana/stallmark.json");

  @TempDir Path directory;

  @Test
  void everyExpressionOfTheDashboard_hasData_andCountsAreTheRuns() throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Program.Running running =
        program.start(
            Program.words(
                "run sysbench --rate 100 --min-started 0 --seconds 3600 --interval 0.5"
                    + " -p tables=1 -p rows=1000 --metrics prometheus:0",
                "--url",
                server.url()));
    String address = metrics(running);
    try (Prometheus prometheus =
        new Prometheus(Files.createDirectory(directory.resolve("p")), address)) {
      running.until(prometheus::ready);
      Set<String> expressions = expressions();
      assertThat(expressions).hasSizeGreaterThan(20);
      running.until(() -> silent(prometheus, expressions, now()).isEmpty());
      String scrape = Prometheus.get("http://" + address + "/metrics");
      assertThat(Prometheus.lint(own(scrape))).isEmpty();
      countsAreTheRuns(prometheus, program, running);
      running.process().toHandle().destroy(); // SIGTERM; nothing is left to see
      Program.Result result = Program.finish(running);
      assertThat(result.exit()).as(result.err()).isEqualTo(130);
    } finally {
      running.kill();
    }
  }

  /** The host and port of the page that the program announces. */
  private static String metrics(Program.Running running) throws Exception {
    Pattern announced = Pattern.compile("(?m)^Metrics at http://(.*)/metrics$");
    running.until(() -> announced.matcher(running.err()).find());
    return announced.matcher(running.err()).results().findFirst().orElseThrow().group(1);
  }

  private static double now() {
    return System.currentTimeMillis() / 1000.0;
  }

  /** Those that have no data at a time. */
  private static List<String> silent(Prometheus prometheus, Set<String> expressions, double at)
      throws Exception {
    List<String> silent = new ArrayList<>();
    for (String expression : expressions) {
      if (!hasData(prometheus.ask(expression, at))) {
        silent.add(expression);
      }
    }
    return silent;
  }

  /** What was scraped is what the run's own file has up to the same interval. */
  private static void countsAreTheRuns(
      Prometheus prometheus, Program program, Program.Running running) throws Exception {
    // A scrape that is still being stored has a later time.
    double at = value(prometheus.ask("timestamp(stallmark_measured_seconds)", now()));
    double measured = value(prometheus.ask("stallmark_measured_seconds", at));
    int intervals = (int) Math.round(measured / 0.5);
    assertThat(intervals).isPositive();
    running.until(() -> program.intervals("transactions").size() >= intervals);
    long transactions = first(program, "transactions", intervals);
    long statements = first(program, "statements", intervals);
    long rows = first(program, "rows", intervals);
    assertThat(value(prometheus.ask("sum(stallmark_transactions_total)", at)))
        .isEqualTo(transactions);
    assertThat(value(prometheus.ask("sum(stallmark_statements_total)", at))).isEqualTo(statements);
    assertThat(value(prometheus.ask("sum(stallmark_rows_total)", at))).isEqualTo(rows);
    assertThat(value(prometheus.ask("sum(stallmark_transaction_response_seconds_count)", at)))
        .isEqualTo(transactions);
  }

  private static long first(Program program, String column, int intervals) throws IOException {
    return program.intervals(column).stream().limit(intervals).mapToLong(Long::longValue).sum();
  }

  /** As Grafana would send them: of every panel and every variable. */
  private static Set<String> expressions() throws IOException {
    JsonNode dashboard = new JsonMapper().readTree(Files.readString(DASHBOARD));
    Set<String> expressions = new LinkedHashSet<>();
    dashboard
        .findValues("expr")
        .forEach(
            expression ->
                expressions.add(
                    expression
                        .asString()
                        .replace("$instance", ".*")
                        .replace("$__rate_interval", "5s")));
    assertThat(dashboard.at("/templating/list/1/query/query").asString())
        .isEqualTo("label_values(stallmark_run_info, instance)");
    expressions.add("count by (instance) (stallmark_run_info)");
    return expressions;
  }

  private static boolean hasData(JsonNode result) {
    for (JsonNode series : result) {
      if (!series.at("/value/1").asString().equals("NaN")) {
        return true;
      }
    }
    return false;
  }

  private static double value(JsonNode result) {
    return Double.parseDouble(result.at("/0/value/1").asString());
  }

  /** Ours alone: the JVM's names are Micrometer's. */
  private static String own(String scrape) {
    StringBuilder own = new StringBuilder();
    scrape
        .lines()
        .filter(line -> line.contains("stallmark_"))
        .forEach(line -> own.append(line).append('\n'));
    return own.toString();
  }
}
