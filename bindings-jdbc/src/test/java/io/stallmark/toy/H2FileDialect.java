package io.stallmark.toy;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.spi.server.ServerProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/** A small binding: H2, a SQL database in a file, used by this JVM. */
public final class H2FileDialect extends SqlDialect {

  @Override
  public String name() {
    return "h2file";
  }

  /** Without the delay, H2 closes the file with the last connection, and compacts it each time. */
  @Override
  protected ConnectionSource connector(Target target) {
    String path = target.url().replaceFirst("^(jdbc:)?h2file:", "");
    return () -> DriverManager.getConnection("jdbc:h2:file:" + path + ";DB_CLOSE_DELAY=-1");
  }

  /** A lock timeout, 50200, is retried; its SQLSTATE is not one of the standard's classes. */
  @Override
  protected Kind classify(SQLException error) {
    return error.getErrorCode() == 50200 ? Kind.RETRY : super.classify(error);
  }

  /** The engine shares this process with the load generator. */
  @Override
  protected Optional<ServerProcess> serverProcess(Connection connection) {
    return Optional.of(ServerProcess.inside(""));
  }
}
