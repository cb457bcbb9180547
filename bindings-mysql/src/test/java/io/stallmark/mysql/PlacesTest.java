package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Statement;
import io.stallmark.spi.TransactionBoundary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What statements that begin or commit a transaction send, through each driver. */
final class PlacesTest extends OnServer {

  @Test
  void aTransactionIsItsStatements_theLastWithCommit() throws DbException {
    Op.Update add = Fixtures.addToK(SBTEST);
    Op.Read point = Fixtures.point(SBTEST);
    Op.Native whoAmI = Fixtures.sql("SELECT connection_id()");
    try (Client client = client();
        Client admin = client()) {
      Statement first = client.session.prepare(add, TransactionBoundary.FIRST);
      Statement within = client.session.prepare(point, TransactionBoundary.WITHIN);
      Statement last = client.session.prepare(add, TransactionBoundary.LAST);
      List<Long> id = new ArrayList<>();
      client
          .session
          .prepare(whoAmI, TransactionBoundary.FIRST)
          .execute(Args.of(whoAmI), row -> id.add(row.getLong(0)));
      client.session.commit();
      admin.sql("SET GLOBAL log_output = 'TABLE', GLOBAL general_log = ON");
      first.execute(Args.of(add).set(0, 2), null);
      within.execute(Args.of(point).set(0, 2), null);
      last.execute(Args.of(add).set(0, 3), null);
      client.session.rollback(); // nothing is open: nothing is sent
      admin.sql("SET GLOBAL general_log = OFF");
      assertThat(
              admin.texts(
                  "SELECT CONCAT(command_type, ' ', REPLACE(argument, '/*client prepare*/', ''))"
                      + " FROM mysql.general_log WHERE thread_id = "
                      + id.get(0)))
          .containsExactly(
              "Execute UPDATE sbtest1 SET k=k+1 WHERE id=?",
              "Execute SELECT c FROM sbtest1 WHERE id=?",
              "Query UPDATE sbtest1 SET k=k+1 WHERE id=3; COMMIT");
    }
  }

  @Test
  void aPlaceWithoutItsTransaction_isAMistakeOfTheProgram() throws DbException {
    Op.Update add = Fixtures.addToK(SBTEST);
    Args args = Args.of(add).set(0, 2);
    try (Client client = client()) {
      Statement first = client.session.prepare(add, TransactionBoundary.FIRST);
      Statement last = client.session.prepare(add, TransactionBoundary.LAST);
      assertThatThrownBy(() -> last.execute(args, null)).hasMessageContaining("none is open");
      first.execute(args, null);
      assertThatThrownBy(() -> first.execute(args, null)).hasMessageContaining("one is open");
    }
  }

  @Test
  void whatTheServerRefuses_isRefusedWhenItIsPrepared() throws DbException {
    if (driver.equals("mysql")) {
      return; // Connector/J then sends texts, and the server refuses those in the run
    }
    Op.Update missing = Fixtures.addToK(Fixtures.table("missing"));
    try (Client client = client()) {
      for (TransactionBoundary place : TransactionBoundary.values()) {
        assertThatThrownBy(() -> client.session.prepare(missing, place))
            .isInstanceOf(DbException.class)
            .hasMessageContaining("missing");
      }
    }
  }
}
