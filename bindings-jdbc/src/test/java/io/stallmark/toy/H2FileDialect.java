package io.stallmark.toy;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.text.RefusedException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A small binding: H2, a SQL database in a file, used by this JVM. */
public final class H2FileDialect extends SqlDialect {

  private static final int LOCK_TIMEOUT = 50200;

  @Override
  public String name() {
    return "h2file";
  }

  @Override
  public List<String> prefixes() {
    return List.of("h2file:");
  }

  @Override
  public String summary() {
    return "H2 in a file: h2file:/absolute/path";
  }

  @Override
  protected ConnectionSource connector(Target target) {
    String path = target.url().substring("h2file:".length());
    if (!path.startsWith("/")) {
      throw new RefusedException("H2 takes h2file: and an absolute path");
    }
    // Without the delay, H2 closes the file with the last connection, and compacts it each time.
    return () -> DriverManager.getConnection("jdbc:h2:file:" + path + ";DB_CLOSE_DELAY=-1");
  }

  /** A lock timeout is retried; its SQLSTATE, HYT00, is not one of the standard's classes. */
  @Override
  protected Kind classify(SQLException error) {
    return error.getErrorCode() == LOCK_TIMEOUT ? Kind.RETRY : super.classify(error);
  }

  /** The engine shares this process with the load generator. */
  @Override
  protected Optional<ServerProcess> serverProcess(Connection connection) {
    return Optional.of(ServerProcess.inside(""));
  }
}
