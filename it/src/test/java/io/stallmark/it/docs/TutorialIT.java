package io.stallmark.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/tutorial.md work in their order, on smaller tables and for a second each.
 * The first is of the runnable jar.
 */
@Docker
final class TutorialIT {

  private static final Path PAGE = Path.of("../docs/tutorial.md");
  private static final Pattern PROGRAM = Pattern.compile("^    \\./stallmark (.*)$");
  private static final Pattern SQL = Pattern.compile("^    .*docker exec .*db mysql .*-e '(.*)'$");

  /** The server that the page starts. */
  private static final String URL = "mysql://root@127.0.0.1/bench";

  /** Other classes use the server too. */
  private static final String AS_BEFORE = "SET GLOBAL innodb_flush_log_at_trx_commit = DEFAULT";

  @TempDir private Path directory;

  @Test
  void commandsOfThePage_workInTheirOrder() throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    try (Connection root = server.root();
        Statement statement = root.createStatement()) {
      try {
        assertThat(follow(server, statement)).isGreaterThan(8);
      } finally {
        statement.execute(AS_BEFORE);
      }
    }
    assertThat(directory.resolve("results/comparison/comparison.html")).exists();
    assertThat(directory.resolve("results/comparison/comparison.json"))
        .content()
        .contains("innodb_flush_log_at_trx_commit: 1 → 2");
    assertThat(directory.resolve("gate.xml")).exists();
    assertThat(directory.resolve("results/history.html")).exists();
  }

  /** Returns how many commands there were. */
  private int follow(Server server, Statement statement) throws Exception {
    int commands = 0;
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    for (String line : Files.readAllLines(PAGE)) {
      Matcher sql = SQL.matcher(line);
      Matcher command = PROGRAM.matcher(line);
      if (sql.matches()) {
        statement.execute(sql.group(1));
      } else if (command.matches()) {
        String[] arguments = shortened(command.group(1), server);
        Program.Result result = commands == 0 ? program.run(arguments) : program.call(arguments);
        // A gate may fail here: that is what it is for.
        List<Integer> expected = line.contains("--gate") ? List.of(0, 1) : List.of(0);
        assertThat(result.exit()).as(line + "\n" + result.err()).isIn(expected);
        if (line.contains("--gate")) {
          assertThat(result.out()).contains("Gate: ");
        }
        commands++;
      }
    }
    return commands;
  }

  private static String[] shortened(String command, Server server) {
    String line = command;
    boolean onTables = line.matches("(run|verify|explain) .*");
    if (line.equals("run sysbench")) {
      line += " --url " + URL; // the jar has no embedded server; .ci/run runs this line as it is
    }
    if (onTables) {
      line += " -p tables=1 -p rows=1000";
    }
    // A busy machine starts few arrivals in a second.
    return line.replace(URL, server.url())
        .replaceAll("--warmup \\d+", "--warmup 0")
        .replaceAll("--seconds \\d+", "--seconds 1")
        .replaceAll("--rate \\d+", "--rate 10 --min-started 0")
        .concat(line.startsWith("run") && !line.contains("--seconds") ? " --seconds 1" : "")
        .split(" +");
  }
}
