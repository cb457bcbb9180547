package io.stallmark.it.servers.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A complete run on MySQL, by the server's general query log. */
@Docker
final class OverheadIT {

  private static final String SETTINGS = "sysbench -p tables=2 -p rows=100";

  @TempDir Path directory;

  /** A pattern for a line of {@code explain}: … and placeholders stand for anything. */
  private static Pattern pattern(String line) {
    String text = line.replaceFirst(" {2}-- .*", "").replaceAll("[0-9]+", "…");
    return Pattern.compile(
        Stream.of(text.split("[…?]", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
        Pattern.DOTALL);
  }

  private List<Pattern> explained(String... more) {
    List<String> arguments = new ArrayList<>(List.of("explain"));
    arguments.addAll(List.of(SETTINGS.split(" ")));
    arguments.addAll(List.of("--url", "mysql:"));
    arguments.addAll(List.of(more));
    Calls.Result result = new Calls(directory).run(arguments.toArray(String[]::new));
    assertThat(result.exit()).as(result.err()).isZero();
    return result
        .out()
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("--"))
        .map(OverheadIT::pattern)
        .toList();
  }

  @Test
  void everyStatementOfARun_isOfTheWorkload_orListedByExplainOverhead() throws Exception {
    try (Server server = Server.mysql9("--general-log=ON", "--log-output=TABLE")) {
      try (Connection root = server.root();
          Statement sql = root.createStatement()) {
        sql.execute("TRUNCATE mysql.general_log"); // what the container was waited for with
      }
      List<String> run = new ArrayList<>(List.of("run"));
      run.addAll(List.of(SETTINGS.split(" ")));
      run.addAll(List.of("--url", server.url(), "--seconds", "2", "--threads", "1"));
      Calls.Result result =
          new Calls(directory, Map.of("STALLMARK_PASSWORD", server.password()))
              .run(run.toArray(String[]::new));
      assertThat(result.exit()).as(result.out() + result.err()).isZero();
      List<Pattern> known = new ArrayList<>(explained());
      known.addAll(explained("--overhead"));
      known.add(Pattern.compile("(BEGIN|COMMIT|INSERT INTO sbtest[12] .*)", Pattern.DOTALL));
      List<String> unknown =
          sent(server).stream()
              .filter(text -> known.stream().noneMatch(line -> line.matcher(text).matches()))
              .toList();
      assertThat(unknown).isEmpty();
    }
  }

  /** Statements of the run's user. */
  private static List<String> sent(Server server) throws Exception {
    List<String> texts = new ArrayList<>();
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet rows =
            sql.executeQuery(
                "SELECT DISTINCT CONVERT(argument USING utf8mb4) FROM mysql.general_log"
                    + " WHERE command_type IN ('Query', 'Prepare') AND user_host LIKE '%bench%'")) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    assertThat(texts).hasSizeGreaterThan(20).anyMatch(text -> text.startsWith("ANALYZE TABLE"));
    return texts;
  }
}
