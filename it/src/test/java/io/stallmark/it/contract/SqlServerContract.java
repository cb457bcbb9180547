package io.stallmark.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract against a SQL server. All SQL servers have the same capabilities. */
abstract class SqlServerContract extends ServerContract {

  @Override
  protected final Set<Capability> expected() {
    return Set.of(
        Capability.TRANSACTIONS,
        Capability.AUTO_INCREMENT,
        Capability.SUM,
        Capability.UPSERT,
        Capability.DELETE_FIRST);
  }

  @Test
  final void connectionThatAnAdministratorEnds_isLost_withTheReasonOfTheServer() throws Exception {
    boolean mysql = !server.url().startsWith("postgresql:");
    String text = mysql ? "SELECT CONNECTION_ID()" : "SELECT pg_backend_pid()";
    Op op = new Op.Native("number", List.of(), Map.of("mysql", text, "postgresql", text));
    try (Session session = database().session();
        Connection root = server.root();
        Statement sql = root.createStatement()) {
      io.stallmark.spi.Statement number = session.prepare(op);
      long[] id = new long[1];
      number.execute(Args.of(op), row -> id[0] = row.getLong(0));
      sql.execute((mysql ? "KILL " : "SELECT pg_terminate_backend(") + id[0] + (mysql ? "" : ")"));
      String left =
          (mysql
                  ? "SELECT id FROM information_schema.processlist WHERE id = "
                  : "SELECT pid FROM pg_stat_activity WHERE pid = ")
              + id[0];
      server.until(
          () -> {
            try (ResultSet rows = sql.executeQuery(left)) {
              return !rows.next();
            }
          });
      assertThatThrownBy(() -> number.execute(Args.of(op), row -> {}))
          .satisfies(
              e -> assertThat(((DbException) e).kind()).isEqualTo(DbException.Kind.CONNECTION))
          .hasMessageStartingWith("No connection to ")
          .message()
          .containsAnyOf(
              ": terminating connection due to administrator command",
              ": the server has closed it without a reason", // MySQL and MariaDB give none
              ": Connection reset",
              ": Broken pipe");
    }
  }
}
