package io.stallmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.Session;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.TransactionBoundary;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the generic parts find out about a server and open on it. */
final class ServerQuestionsTest {

  private static final String URL = "jdbc:h2:mem:questions;DB_CLOSE_DELAY=-1";
  private static final Table T =
      new Table(
          "t",
          List.of(new Column("id", Type.INT32, Fill.REQUIRED)),
          List.of("id"),
          List.of(),
          Map.of());

  /** The standard's texts on H2. */
  private static class StandardDialect extends SqlDialect {
    @Override
    public String name() {
      return "standard";
    }

    @Override
    public List<String> prefixes() {
      return List.of("standard:");
    }

    @Override
    public String summary() {
      return "for tests";
    }

    @Override
    protected ConnectionSource connector(Target target) {
      return () -> DriverManager.getConnection(URL);
    }
  }

  /** The same with a statement that lets an identity column continue behind loaded rows. */
  private static final class RestartingDialect extends StandardDialect {
    @Override
    protected List<String> afterLoad(Table table) {
      return List.of(
          String.format(
              Locale.ROOT,
              "ALTER TABLE %1$s ALTER COLUMN id RESTART WITH (SELECT MAX(id) + 1 FROM %1$s)",
              table.name()));
    }
  }

  private static Database open(SqlDialect dialect) throws Exception {
    return dialect.open(new Target("standard:", null, null, Tls.UNSAID, 2));
  }

  @Test
  void identityColumnThatDoesNotContinue_isNoAutoIncrement() throws Exception {
    try (Database database = open(new StandardDialect())) {
      assertThat(database.capabilities(TableLayout.PLAIN, Map.of()))
          .containsExactlyInAnyOrder(
              Capability.TRANSACTIONS, Capability.SUM, Capability.DELETE_FIRST);
    }
  }

  @Test
  void identityColumnThatContinuesAfterALoad_isAutoIncrement() throws Exception {
    try (Database database = open(new RestartingDialect())) {
      assertThat(database.capabilities(TableLayout.PLAIN, Map.of()))
          .contains(Capability.AUTO_INCREMENT);
    }
  }

  @Test
  void session_opensAsManyConnectionsAsTheBindingSays() throws Exception {
    SqlDialect dialect = new StandardDialect();
    Op.Read read = new Op.Read("r", List.of(), T, Select.columns("id"), new Predicate.All());
    try (Database database = open(dialect)) {
      database.create(T);
      long before = connections();
      try (Session session = database.session()) {
        session.prepare(read).execute(Args.of(read), null);
        assertThat(connections() - before).isEqualTo(dialect.connectionsOfSession(false));
        session.prepare(read, TransactionBoundary.FIRST).execute(Args.of(read), null);
        session.commit();
        assertThat(connections() - before).isEqualTo(dialect.connectionsOfSession(true));
      }
      database.drop(T);
    }
  }

  private static long connections() throws Exception {
    try (Connection connection = DriverManager.getConnection(URL);
        ResultSet count =
            connection
                .createStatement()
                .executeQuery("SELECT COUNT(*) - 1 FROM INFORMATION_SCHEMA.SESSIONS")) {
      count.next();
      return count.getLong(1);
    }
  }
}
