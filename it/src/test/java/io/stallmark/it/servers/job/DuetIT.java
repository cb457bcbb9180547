package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two real servers in one measurement. */
@Docker
final class DuetIT {

  @TempDir Path directory;

  private Program.Result duet(Server a, Server b, String... more) {
    List<String> words =
        new ArrayList<>(List.of("duet", "sysbench", "--a", a.url(), "--b", b.url()));
    words.addAll(List.of("-p", "rows=1000", "--threads", "4", "--interval", "0.1"));
    words.addAll(List.of("--out", "out", "--mode", "together")); // the servers are on this machine
    words.addAll(List.of(more));
    return new Program(directory, Map.of("STALLMARK_PASSWORD", a.password()))
        .call(words.toArray(String[]::new));
  }

  private Path written() throws IOException {
    try (Stream<Path> duets = Files.list(directory.resolve("out"))) {
      return duets.findFirst().orElseThrow();
    }
  }

  @Test
  void twoServers_areMeasuredTogether_onTheSameOperations() throws IOException {
    Server a = SharedServer.MARIADB.emptied();
    Server b = SharedServer.MYSQL.emptied();
    assertThat(b.password()).isEqualTo(a.password());
    Program.Result result =
        duet(a, b, "--seconds", "3", "--verify", "--gate", "throughput=999%").well();
    assertThat(result.out()).contains("\nMode together: ", "Gate: held", "MariaDB", "MySQL");
    Path duet = written();
    String json = Files.readString(duet.resolve("duet.json"));
    assertThat(json).doesNotContain(a.password());
    JsonNode document = new JsonMapper().readTree(json);
    assertThat(document.path("seconds").size()).isBetween(1, 40);
    assertThat(document.at("/rows/0/low").isNumber()).isTrue();
    assertThat(document.path("gateHeld").asBoolean()).isTrue();
    new Program(directory, Map.of())
        .call("compare", duet.resolve("a").toString(), duet.resolve("b").toString())
        .well();
    Program.Result history = new Program(directory, Map.of()).call("history", "out");
    assertThat(history.exit()).as(history.err()).isZero();
  }

  /** Shorter, with small tables. The databases of the page are those of the shared servers. */
  @Test
  void commandsOfThePage_work() throws Exception {
    Server a = SharedServer.MARIADB.emptied();
    Server b = SharedServer.MYSQL.emptied();
    Server documents = SharedServer.MONGO.emptied();
    try (Connection root = a.root();
        Statement sql = root.createStatement()) {
      sql.execute("CREATE OR REPLACE DATABASE two");
      sql.execute("GRANT ALL ON two.* TO bench");
      sql.execute("SET @flush = @@GLOBAL.innodb_flush_log_at_trx_commit");
      try {
        for (String command : commands()) {
          List<String> words = new ArrayList<>();
          for (String word : words(command)) {
            words.add(
                word.replaceAll("mysql://user@one/db|^embedded:mysql$", a.url())
                    .replaceAll("mysql://user@two/db|^'embedded:mysql\\?.*'$", b.url())
                    .replace("mysql://user@host/one", a.url())
                    .replace("mysql://user@host/two", a.url("two"))
                    .replace("mysql://user@host/db", a.url().replace("bench@", "root@"))
                    .replace("mongodb://host/one", documents.url())
                    .replace("mongodb://host/two", documents.url("two"))
                    .replaceFirst("^(120|180)$", "3")
                    .replace("'", ""));
          }
          boolean turns = command.contains("-sql");
          words.addAll(List.of("--interval", "0.1", "--out", "out"));
          words.addAll(turns ? List.of("--seconds", "20") : List.of("--mode", "together"));
          words.addAll(
              turns || command.contains("--seconds") ? List.of() : List.of("--seconds", "3"));
          if (command.contains("sysbench")) {
            words.addAll(List.of("-p", "tables=1", "-p", "rows=1000"));
          } else if (command.contains("userdocs")) {
            words.addAll(List.of("-p", "documents=600", "-p", "owners=60"));
          }
          Program.Result result =
              new Program(
                      directory,
                      command.contains("mongodb:")
                          ? Map.of()
                          : Map.of("STALLMARK_PASSWORD", a.password()))
                  .call(words.toArray(String[]::new));
          List<Integer> expected = command.contains("--gate") ? List.of(0, 1) : List.of(0);
          assertThat(result.exit()).as(command + "\n" + result.err()).isIn(expected);
          assertThat(result.out())
              .contains("\nMode " + (turns ? "alternating" : "together"), "duet.html");
          if (command.contains("--local-agents 2")) {
            String page = result.out().strip().replaceAll("(?s).*Report: ", "");
            assertThat(agents(Path.of(page), "a")).containsExactly("local-0", "local-1");
            assertThat(agents(Path.of(page), "b")).containsExactly("local-0", "local-1");
          }
        }
      } finally {
        sql.execute("DROP DATABASE two");
        sql.execute("SET GLOBAL innodb_flush_log_at_trx_commit = @flush");
      }
    }
  }

  /** Returns the names of the agents that have generated the load of a side. */
  private List<String> agents(Path page, String side) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(page).resolveSibling(side))) {
      Path run = files.filter(file -> file.endsWith("run.json")).findFirst().orElseThrow();
      return new JsonMapper()
          .readTree(run)
          .path("agents")
          .valueStream()
          .map(agent -> agent.path("name").asString())
          .toList();
    }
  }

  private static List<String> words(String command) {
    return Pattern.compile("(?:[^ ']|'[^']*')+")
        .matcher(command)
        .results()
        .map(MatchResult::group)
        .toList();
  }

  private static List<String> commands() throws IOException {
    String before = "    ./stallmark ";
    List<String> commands =
        Files.readAllLines(Path.of("../docs/duet.md")).stream()
            .filter(line -> line.startsWith(before + "duet "))
            .map(line -> line.substring(before.length()).replaceFirst(" +#.*", ""))
            .toList();
    assertThat(commands).hasSizeGreaterThan(2);
    return commands;
  }

  @Test
  void serverThatIsNotThere_isNamedByItsSide() throws IOException {
    Server a = SharedServer.MARIADB.emptied();
    Server nowhere = a.at("mysql://bench@127.0.0.1:1/bench");
    Program.Result result = duet(a, nowhere, "--seconds", "3");
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.err()).contains("stallmark: B: No connection to 127.0.0.1:1");
  }
}
