package io.stallmark.mysql;

import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcPreparedStatement;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;

/** Differences between Connector/J, MariaDB's driver, and what JDBC says. */
final class DriverDifferences {

  private static final DateTimeFormatter DATETIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  /** ER_UNSUPPORTED_PS: the server executes such a statement as text only. */
  private static final int NOT_PREPARABLE = 1295;

  private DriverDifferences() {}

  /** Prepares the texts in the client; for MariaDB's driver a comment requests it. */
  static PreparedStatement prepareTexts(Connection connection, String texts, boolean numbered)
      throws SQLException {
    int keys = numbered ? Statement.RETURN_GENERATED_KEYS : Statement.NO_GENERATED_KEYS;
    return connection instanceof JdbcConnection connectorJ
        ? connectorJ.clientPrepareStatement(texts, keys)
        : connection.prepareStatement("/*client prepare*/" + texts, keys);
  }

  /**
   * Reports why the server has refused to prepare a statement. Both drivers hide that, and send
   * texts with the values instead.
   *
   * @param text its text as a literal
   */
  static void checkPrepared(PreparedStatement statement, String text) throws SQLException {
    if (statement instanceof com.mysql.cj.jdbc.ServerPreparedStatement
        || statement instanceof org.mariadb.jdbc.ServerPreparedStatement) {
      return;
    }
    try (Statement sql = statement.getConnection().createStatement()) {
      sql.execute("PREPARE stallmark_try FROM " + text);
      sql.execute("DEALLOCATE PREPARE stallmark_try");
    } catch (SQLException e) {
      if (e.getErrorCode() != NOT_PREPARABLE) {
        throw e;
      }
    }
  }

  /**
   * Whether a batch is sent as one command of the protocol: only by MariaDB's driver, to a MariaDB
   * server.
   */
  static boolean sendsBulk(Connection connection) throws SQLException {
    return connection.isWrapperFor(org.mariadb.jdbc.Connection.class)
        && connection.getMetaData().getDatabaseProductName().equals("MariaDB");
  }

  /** Sends text: Connector/J omits fractions for a MariaDB server with a version of 5.5.5. */
  static void setTimestamp(PreparedStatement statement, int parameter, LocalDateTime time)
      throws SQLException {
    statement.setString(parameter, time.format(DATETIME));
  }

  /** Uses BLOB with Connector/J, whose setBytes marks bytes as text in the connection's charset. */
  static void setBytes(PreparedStatement statement, int parameter, byte[] bytes)
      throws SQLException {
    if (statement instanceof JdbcPreparedStatement) {
      statement.setObject(parameter, bytes, Types.BLOB);
    } else {
      statement.setBytes(parameter, bytes);
    }
  }

  /**
   * Has the result of a statement fetched in pieces. Connector/J does so row by row only.
   *
   * @param rows rows of a piece
   */
  static void stream(PreparedStatement statement, int rows) throws SQLException {
    boolean connectorJ = statement instanceof JdbcPreparedStatement;
    statement.setFetchSize(connectorJ ? Integer.MIN_VALUE : rows);
  }

  /**
   * Returns the bytes of a text or of a binary value. MariaDB's driver reads every text as UTF-8,
   * so that its bytes need no decoding. Connector/J decodes by the character set of the column.
   *
   * @param unicode whether the value is a text that may have other characters than ASCII; not NULL
   */
  static byte[] text(ResultSet result, int column, boolean unicode) throws SQLException {
    if (unicode && !(result instanceof org.mariadb.jdbc.client.result.Result)) {
      return result.getString(column).getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes = result.getBytes(column);
    return unicode ? Objects.requireNonNull(bytes) : bytes == null ? new byte[0] : bytes;
  }

  /**
   * Returns an error's message without what the drivers add: the number of the connection, which
   * differs in every run, and advice for another user than ours.
   */
  static String message(String text) {
    return text.replaceFirst("^\\(conn[^)]*\\) ", "")
        .replaceFirst("\\. You can change this value .* 'max_allowed_packet' variable\\.$", "");
  }
}
