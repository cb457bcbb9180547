package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server's log has of runs with each value of {@code --protocol}. */
@Docker
final class StatementProtocolIT {

  private static final String READ = "SELECT c FROM sbtest";

  @TempDir Path directory;

  private final Server server = SharedServer.POSTGRESQL.emptied();

  /** Runs ten transactions, and returns the lines of the server's log that have a read. */
  private List<String> logged(Program program, String command, String... more) throws Exception {
    String before = server.container().getLogs();
    List<String> line =
        new ArrayList<>(List.of(command, "sysbench", "--url", server.url(), "-p", "rows=100"));
    line.addAll(List.of(more));
    server.execute("ALTER ROLE bench SET log_statement = 'all'");
    try {
      program.call(line.toArray(String[]::new)).well();
    } finally {
      server.execute("ALTER ROLE bench SET log_statement TO DEFAULT");
    }
    return server
        .container()
        .getLogs()
        .substring(before.length())
        .lines()
        .filter(each -> each.contains(READ))
        .toList();
  }

  @Test
  void server_logsPreparedStatementsOrTexts_andCompareNamesTheDifference() throws Exception {
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    logged(program, "load");
    List<String> prepared =
        logged(program, "run", "--events", "10", "--protocol", "prepared", "--out", "prepared");
    assertThat(prepared).isNotEmpty().allMatch(line -> line.contains("execute S_"));
    List<String> texts =
        logged(program, "run", "--events", "10", "--protocol", "text", "--out", "text");
    assertThat(texts).isNotEmpty().allMatch(line -> line.contains("statement: " + READ));
    assertThat(program.call("compare", "prepared", "text").out())
        .contains("protocol: prepared → text");
  }
}
