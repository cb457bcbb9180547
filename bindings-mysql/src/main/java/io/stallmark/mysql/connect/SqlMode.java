package io.stallmark.mysql.connect;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The modes of {@code sql_mode} that change the meaning of statements or the values of results.
 * Sessions clear these modes and keep the server's others, which are part of what is measured.
 */
public final class SqlMode {

  /**
   * A combination such as ANSI is cleared too, because setting it sets its parts. The NO_*_OPTIONS
   * hide the storage options of a table in SHOW CREATE TABLE.
   */
  private static final Set<String> CLEARED =
      new TreeSet<>(
          Text.words(
              """
              ANSI ANSI_QUOTES DB2 EMPTY_STRING_IS_NULL IGNORE_SPACE MAXDB MSSQL MYSQL323 MYSQL40
              NO_BACKSLASH_ESCAPES NO_FIELD_OPTIONS NO_KEY_OPTIONS NO_TABLE_OPTIONS ORACLE
              PAD_CHAR_TO_FULL_LENGTH POSTGRESQL
              """));

  /** Assignment for a SET statement, which clears the modes in any mode. */
  static final String CLEAR = "sql_mode = " + cleared();

  private SqlMode() {}

  /** LEFT('-', 0) is an empty string even where '' is NULL, and where TRIM returns NULL for it. */
  private static String cleared() {
    String modes = "CONCAT(',', @@sql_mode, ',')";
    for (String mode : CLEARED) {
      modes = Text.format("REPLACE(%s, ',%s,', ',')", modes, mode);
    }
    return "COALESCE(TRIM(BOTH ',' FROM " + modes + "), LEFT('-', 0))";
  }

  /**
   * Refuses a session with one of the modes, which the options of the URL have set.
   *
   * @throws DbException REFUSED, with the modes
   */
  public static void check(Connection connection) throws SQLException, DbException {
    Set<String> set = ofServer(connection, "@@SESSION.sql_mode");
    if (!set.isEmpty()) {
      throw DbException.refused(
          "sql_mode",
          Text.format(
              "The URL sets sql_mode to %s, which changes what Stallmark's statements mean; leave it out",
              String.join(",", set)));
    }
  }

  /** Adds a warning if the server has modes that its sessions clear. */
  public static void warn(Connection connection, List<String> warnings) throws SQLException {
    Set<String> set = ofServer(connection, "@@GLOBAL.sql_mode");
    if (!set.isEmpty()) {
      warnings.add(
          Text.format(
              "The server's sql_mode has %s: the sessions of Stallmark run without.",
              String.join(", ", set)));
    }
  }

  private static Set<String> ofServer(Connection connection, String variable) throws SQLException {
    String modes = ServerQuery.row(connection, "SELECT " + variable, row -> row.getString(1));
    Set<String> set = new TreeSet<>(CLEARED);
    set.retainAll(List.of(modes == null ? new String[0] : modes.split(",")));
    return set;
  }
}
