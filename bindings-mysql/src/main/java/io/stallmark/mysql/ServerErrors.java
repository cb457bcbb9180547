package io.stallmark.mysql;

import io.stallmark.spi.DbException.Kind;
import io.stallmark.text.TextResource;
import java.sql.SQLException;

/**
 * Classification of the error codes of MySQL and MariaDB, from {@code errors.properties}. The
 * drivers' SQLSTATEs and exception classes are too coarse.
 */
final class ServerErrors {

  private static final TextResource ERRORS = new TextResource(ServerErrors.class, "errors");

  private ServerErrors() {}

  /** Kind and advice of the first known code; MariaDB's driver wraps errors of a login. */
  private static String[] entry(SQLException error) {
    // Connector/J refuses a large packet before sending it, without an error code.
    boolean large = String.valueOf(error.getMessage()).contains("max_allowed_packet");
    String entry = large ? ERRORS.get("1153") : "";
    for (Throwable each = error; each instanceof SQLException said; each = each.getCause()) {
      if (entry.isEmpty()) {
        entry = ERRORS.get(Integer.toString(said.getErrorCode()));
      }
    }
    return entry.split(" ", 2);
  }

  static Kind classify(SQLException error, Kind byState) {
    String kind = entry(error)[0];
    return kind.isEmpty() ? byState : Kind.valueOf(kind);
  }

  static String advice(SQLException error) {
    String[] entry = entry(error);
    return entry.length > 1 ? entry[1] : "";
  }
}
