package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Asking for the tables' size once a second takes one connection, not one a second. */
final class SizeConnectionTest extends OnServer {

  private Target target() throws DbException {
    String data = String.valueOf(database.facts(List.of()).values().get("data"));
    String socket = data.substring(0, data.indexOf(" (")) + "/s";
    return Fixtures.target(driver + "://stallmark@localhost/stallmark?socket=" + socket, null);
  }

  /** Connections besides this one, and those that the server has not yet seen to end. */
  private static List<Long> others(Statement sql) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (ResultSet r =
        sql.executeQuery(
            "SELECT ID FROM information_schema.PROCESSLIST"
                + " WHERE ID <> CONNECTION_ID() AND USER = CURRENT_USER()"
                + " OR ID <> CONNECTION_ID() AND USER = 'stallmark'")) {
      while (r.next()) {
        ids.add(r.getLong(1));
      }
    }
    return ids;
  }

  /** Waits until the server has so many new connections: it notices in its own time. */
  private static List<Long> added(Statement sql, List<Long> before, int count) throws SQLException {
    while (true) {
      List<Long> added = others(sql);
      added.removeAll(before);
      if (added.size() == count) {
        return added;
      }
      Thread.yield();
    }
  }

  @Test
  void itIsKept_madeAnewWhenLost_andClosed() throws Exception {
    ConnectionSource connector = new MySqlDialect().connector(target());
    try (Connection watching = connector.connect();
        Statement sql = watching.createStatement()) {
      List<Long> before = others(sql);
      try (Database other = new MySqlDialect().open(target())) {
        assertThat(other.size(List.of(SBTEST), false)).isPresent();
        List<Long> kept = added(sql, before, 1);
        for (int i = 0; i < 5; i++) {
          assertThat(other.size(List.of(SBTEST), i == 4)).isPresent();
        }
        assertThat(others(sql)).containsAll(kept);
        sql.execute("KILL " + kept.get(0));
        assertThat(other.size(List.of(SBTEST), false)).isPresent();
        before.addAll(kept);
        added(sql, before, 1);
      }
      added(sql, before, 0);
    } finally {
      connector.close();
    }
  }
}
