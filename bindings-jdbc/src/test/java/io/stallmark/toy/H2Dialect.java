package io.stallmark.toy;

import static java.util.stream.Collectors.joining;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.jdbc.SqlRenderer;
import io.stallmark.jdbc.Upsert;
import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Table;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Statement.Outcome;
import io.stallmark.spi.Target;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.text.RefusedException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** H2, a SQL database in this JVM: in memory or in a file. */
public final class H2Dialect extends SqlDialect {

  /**
   * LOCK_TIMEOUT_1 of H2's ErrorCode; its SQLSTATE, HYT00, is not one of the standard's classes.
   */
  private static final int LOCK_TIMEOUT = 50200;

  @Override
  public String name() {
    return "h2";
  }

  @Override
  public String summary() {
    return "H2 in this process: h2:mem:name (in memory), h2:file:path";
  }

  @Override
  protected ConnectionSource connector(Target target) {
    String url = target.url().startsWith("jdbc:") ? target.url() : "jdbc:" + target.url();
    if (!url.matches("jdbc:h2:(mem|file):.+")) {
      throw new RefusedException("H2 takes h2:mem:name or h2:file:path");
    }
    Properties login = new Properties();
    Secret password = target.password();
    if (password != null) {
      login.setProperty("password", password.reveal());
    }
    return new H2Connector(url, login);
  }

  /** A database in memory would go with its first connection; here it goes when it is closed. */
  private record H2Connector(String url, Properties login) implements ConnectionSource {

    boolean inMemory() {
      return url.startsWith("jdbc:h2:mem:");
    }

    @Override
    public Connection connect() throws SQLException {
      return DriverManager.getConnection(inMemory() ? url + ";DB_CLOSE_DELAY=-1" : url, login);
    }

    @Override
    public String where() {
      return url;
    }

    @Override
    public void facts(Map<String, String> values, List<String> warnings) {
      if (inMemory()) {
        warnings.add("The database is in memory: nothing is written to a disk.");
      }
    }

    @Override
    public void close() {
      if (inMemory()) {
        try (Connection connection = connect();
            Statement statement = connection.createStatement()) {
          statement.execute("SHUTDOWN");
        } catch (SQLException e) {
          // It is gone already.
        }
      }
    }
  }

  /** Not AUTO_INCREMENT: an identity column does not go on from keys that a load has given. */
  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.TRANSACTIONS, Capability.SUM, Capability.UPSERT);
  }

  @Override
  protected Upsert upsert() {
    return new Merge();
  }

  /** The rows as they were before: none, or one that the assignments have or have not changed. */
  private static final class Merge implements Upsert {

    @Override
    public void compose(SqlRenderer upsert) {
      String columns = String.join(", ", upsert.columns());
      upsert.add("SELECT ").changes("").add(" FROM OLD TABLE (MERGE INTO " + upsert.table());
      upsert.add(" t USING (VALUES (").values().add(")) s (" + columns + ") ON ");
      upsert.add(upsert.key().stream().map(k -> "t." + k + "=s." + k).collect(joining(" AND ")));
      upsert.add(" WHEN MATCHED THEN UPDATE SET ").assignments("t.");
      upsert.add(" WHEN NOT MATCHED THEN INSERT (" + columns + ") VALUES (");
      upsert.add(upsert.columns().stream().map(c -> "s." + c).collect(joining(", "))).add("))");
    }

    @Override
    public Outcome outcome(PreparedStatement upsert) throws SQLException {
      try (ResultSet before = upsert.getResultSet()) {
        if (!before.next()) {
          return Outcome.INSERTED;
        }
        return before.getBoolean(1) ? Outcome.CHANGED : Outcome.UNCHANGED;
      }
    }
  }

  @Override
  protected String indexHint(String index) {
    return "USE INDEX (" + index + ")";
  }

  @Override
  protected Kind classify(SQLException error) {
    return error.getErrorCode() == LOCK_TIMEOUT ? Kind.RETRY : super.classify(error);
  }

  @Override
  protected void facts(
      Connection connection, List<Table> tables, Map<String, String> values, List<String> warnings)
      throws SQLException {
    String timeout = "CALL LOCK_TIMEOUT()";
    values.put("lock timeout", ServerQuery.row(connection, timeout, r -> r.getLong(1) + " ms"));
  }

  @Override
  protected Optional<ServerProcess> serverProcess(Connection connection) {
    return Optional.of(ServerProcess.inside(""));
  }
}
