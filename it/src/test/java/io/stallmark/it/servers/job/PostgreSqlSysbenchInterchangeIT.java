package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL 15, with sysbench's pgsql driver. */
@Thorough
final class PostgreSqlSysbenchInterchangeIT extends SysbenchInterchangeContract {
  /** A line of the log: process, text. */
  private static final Pattern STATEMENT =
      Pattern.compile("\\[(\\d+)] LOG: +(?:execute [^:]*|statement): (.*(?:\\n\\t.*)*)");

  private static final String VALUE = "\\$\\d+|'[^']*'|\\b\\d+\\b";

  @Override
  Server start() {
    return SharedServer.POSTGRESQL.emptied();
  }

  @Override
  List<String> login(String password) {
    return List.of(
        "--db-driver=pgsql",
        "--pgsql-host=127.0.0.1",
        "--pgsql-user=bench",
        "--pgsql-db=bench",
        "--pgsql-password=" + password);
  }

  /** Texts and their order in one transaction, without the values and the number of the table. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "oltp_read_write",
        "oltp_read_only",
        "oltp_write_only",
        "oltp_point_select",
        "oltp_update_index",
        "oltp_update_non_index",
        "oltp_insert",
        "oltp_delete",
        "select_random_points",
        "select_random_ranges"
      })
  void statements_haveTheTextsOfSysbench_inTheServersLog(String script) throws Exception {
    stallmark("load");
    logStatements("= 'all'");
    try {
      String before = server.container().getLogs();
      sysbench(script, "run", "--events=1", "--time=0", "--threads=1");
      String between = server.container().getLogs();
      String mix = "mix=" + script.replaceFirst("oltp_", "");
      stallmark("run", "--events", "1", "--threads", "1", "-p", mix);
      String after = server.container().getLogs();
      assertThat(sessions(after.substring(between.length())))
          .containsAnyElementsOf(sessions(between.substring(before.length())));
    } finally {
      logStatements("TO DEFAULT");
    }
  }

  private void logStatements(String value) throws SQLException {
    server.execute("ALTER ROLE bench SET log_statement " + value);
  }

  /** Statements of each session that has one about a table of sysbench. */
  private static Collection<List<String>> sessions(String log) {
    Map<String, List<String>> sessions = new LinkedHashMap<>();
    Matcher line = STATEMENT.matcher(log);
    while (line.find()) {
      String text =
          line.group(2)
              .replaceAll("sbtest\\d", "sbtest")
              .replaceAll(VALUE, "?")
              .replaceAll("\\s+", " ")
              .strip();
      if (text.matches(".*sbtest.*|BEGIN|COMMIT")) {
        sessions.computeIfAbsent(line.group(1), session -> new ArrayList<>()).add(text);
      }
    }
    return sessions.values();
  }
}
