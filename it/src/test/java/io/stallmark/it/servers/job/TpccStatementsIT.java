package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What the server's log has of tpcc: the statements of each kind, as docs/workloads/tpcc.md counts
 * them.
 */
@Docker
final class TpccStatementsIT {

  private static final Pattern LOGGED =
      Pattern.compile(
          "LOG: +(?:execute [^:]*|statement): ((?:BEGIN|COMMIT|ROLLBACK|UPDATE|SELECT|INSERT|DELETE)[^\n]*)");

  @Test
  void statementsOfEachKind_areThoseOfTheSpecification_inTheServersLog(@TempDir Path directory)
      throws Exception {
    Server server = SharedServer.POSTGRESQL.emptied();
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    String[] scale = {"tpcc", "--url", server.url(), "-p", "cardinality=2", "--threads", "1"};
    call(program, "load", scale);
    String before = server.container().getLogs();
    sql(server, "ALTER ROLE bench SET log_statement = 'all'");
    try {
      call(program, "run", scale, "--events", "230");
    } finally {
      sql(server, "ALTER ROLE bench SET log_statement TO DEFAULT");
    }
    Map<String, Long> counts = new TreeMap<>();
    String log = server.container().getLogs().substring(before.length());
    for (List<String> transaction : transactions(log)) {
      String kind = kind(transaction);
      counts.merge(kind, 1L, Long::sum);
      assertThat(transaction.size() - 2) // without BEGIN and COMMIT
          .as(kind + transaction)
          .isEqualTo(expected(kind, transaction));
    }
    assertThat(counts)
        .containsKeys("new_order", "payment", "order_status", "delivery", "stock_level");
    JsonNode recorded = program.runJson().at("/summary/kinds");
    counts.forEach(
        (kind, count) ->
            assertThat(recorded.at("/" + kind + "/count").asLong()).as(kind).isEqualTo(count));
  }

  private static void call(Program program, String command, String[] scale, String... more) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(Arrays.asList(scale));
    line.addAll(List.of(more));
    program.call(line.toArray(String[]::new)).well();
  }

  /** What stands from each BEGIN of a transaction of the workload to its end. */
  private static List<List<String>> transactions(String log) {
    List<List<String>> all = new ArrayList<>();
    List<String> current = new ArrayList<>();
    Matcher logged = LOGGED.matcher(log);
    while (logged.find()) {
      String text = logged.group(1);
      if (text.contains("pg_")) { // counters of the server, by another session
        continue;
      }
      if (text.startsWith("BEGIN")) {
        current.clear();
      }
      current.add(text);
      if (text.matches("(COMMIT|ROLLBACK).*") && current.get(0).startsWith("BEGIN")) {
        all.add(List.copyOf(current));
      }
    }
    all.removeIf(each -> each.size() == 2 || each.get(1).contains("stallmark_"));
    return all;
  }

  private static String kind(List<String> transaction) {
    if (count(transaction, "INSERT INTO history") > 0) {
      return "payment";
    }
    if (count(transaction, "INSERT INTO orders") > 0) {
      boolean whole = transaction.get(transaction.size() - 1).startsWith("COMMIT");
      return whole ? "new_order" : "new_order_rollback";
    }
    if (count(transaction, "SELECT no_o_id") > 0) {
      return "delivery";
    }
    return count(transaction, "stock") > 0 ? "stock_level" : "order_status";
  }

  private static long expected(String kind, List<String> transaction) {
    long lines = count(transaction, "INSERT INTO order_line");
    long byName = count(transaction, "c_last=");
    return switch (kind) {
      case "new_order" -> 6 + 4 * lines;
      case "new_order_rollback" -> 6 + 4 * lines + 1; // looks for the unused item
      case "payment" -> 7 + byName + count(transaction, "SELECT c_data ");
      case "order_status" -> 3 + byName;
      case "delivery" -> 7 * 10;
      case "stock_level" -> 2;
      default -> throw new AssertionError(kind);
    };
  }

  private static long count(List<String> transaction, String part) {
    return transaction.stream().filter(text -> text.contains(part)).count();
  }

  private static void sql(Server server, String text) throws SQLException {
    try (Connection root = server.postgresqlRoot("bench");
        Statement statement = root.createStatement()) {
      statement.execute(text);
    }
  }
}
