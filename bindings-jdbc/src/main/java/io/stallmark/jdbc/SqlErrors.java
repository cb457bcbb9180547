package io.stallmark.jdbc;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;

/** Translates a driver's exception into a {@link DbException} with a one-line message. */
final class SqlErrors {

  private SqlErrors() {}

  /** Translates the exception by the dialect's classification, message and advice. */
  static DbException of(SqlDialect dialect, SQLException error, ConnectionSource connector) {
    Kind kind = dialect.classify(error);
    int code = error.getErrorCode();
    String state = error.getSQLState() == null ? "unknown" : error.getSQLState();
    String name = code > 0 ? Integer.toString(code) : state;
    String advice = dialect.advice(error);
    String said =
        kind == Kind.CONNECTION
            ? "No connection to " + connector.where() + ": " + innermost(error)
            : dialect.message(error);
    return new DbException(kind, name, advice.isEmpty() ? said : said + "; " + advice, error);
  }

  /** Classifies an error by its SQLSTATE, mostly by the class that the SQL standard defines. */
  static Kind byState(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    if (state.startsWith("40")) {
      return Kind.RETRY;
    } else if (state.equals("23505")) {
      return Kind.DUPLICATE_KEY;
    } else if (state.startsWith("08")) {
      return Kind.CONNECTION;
    } else if (state.startsWith("28") || state.equals("42501") || state.equals("3D000")) {
      return Kind.REFUSED;
    }
    return Kind.FATAL;
  }

  /**
   * Message of the innermost cause. Drivers wrap causes such as "Connection refused" in long
   * messages.
   */
  private static String innermost(Throwable error) {
    Throwable last = error;
    while (last.getCause() != null && last.getCause() != last) {
      last = last.getCause();
    }
    if (last instanceof UnknownHostException) {
      return "the host is unknown";
    }
    return last instanceof GeneralSecurityException
        ? "the server's certificate is not accepted: " + oneLine(last)
        : oneLine(last);
  }

  static String oneLine(Throwable error) {
    String message = error.getMessage();
    String text = message == null ? error.getClass().getSimpleName() : message.strip();
    return text.replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }
}
