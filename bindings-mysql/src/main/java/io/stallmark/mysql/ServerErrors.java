package io.stallmark.mysql;

import io.stallmark.spi.DbException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;

/**
 * Classification of the error codes of MySQL and MariaDB, from {@code errors.properties}. The
 * drivers' SQLSTATEs and exception classes are too coarse.
 */
final class ServerErrors {

  private static final Properties ERRORS = new Properties();

  static {
    try (InputStream in = ServerErrors.class.getResourceAsStream("errors.properties")) {
      ERRORS.load(new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerErrors() {}

  /** Kind and advice, separated by a space; without a kind if the code has none. */
  private static String[] entry(SQLException error) {
    // Connector/J refuses a large packet before sending it, without an error code.
    boolean large = String.valueOf(error.getMessage()).contains("max_allowed_packet");
    String code = large ? "1153" : Integer.toString(error.getErrorCode());
    return ERRORS.getProperty(code, "").split(" ", 2);
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
