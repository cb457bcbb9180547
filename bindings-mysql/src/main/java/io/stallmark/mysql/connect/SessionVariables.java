package io.stallmark.mysql.connect;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Session variables that change the meaning of statements or the values of results. Sessions set
 * them as Stallmark's statements need them, and clear such modes of {@code sql_mode}. They keep the
 * server's other modes and variables, which are part of what is measured.
 */
public final class SessionVariables {

  /**
   * Values that sessions need. A limit would cut what a verification or an export reads. After a
   * commit, CHAIN begins a transaction that nobody ends, and RELEASE ends the session.
   */
  private static final Map<String, String> NEEDED =
      new TreeMap<>(
          Map.of(
              "completion_type", "NO_CHAIN",
              "sql_auto_is_null", "0",
              "sql_quote_show_create", "1",
              "sql_select_limit", "18446744073709551615"));

  /**
   * A combination such as ANSI is cleared too, because setting it sets its parts. The NO_*_OPTIONS
   * hide the storage options of a table in SHOW CREATE TABLE.
   */
  private static final Set<String> CLEARED =
      new TreeSet<>(
          Text.wordSet(
              """
              ANSI ANSI_QUOTES DB2 EMPTY_STRING_IS_NULL IGNORE_SPACE MAXDB MSSQL MYSQL323 MYSQL40
              NO_BACKSLASH_ESCAPES NO_FIELD_OPTIONS NO_KEY_OPTIONS NO_TABLE_OPTIONS ORACLE
              PAD_CHAR_TO_FULL_LENGTH POSTGRESQL
              """));

  /** Assignments for a SET statement, with the same effect in any mode. */
  static final String ASSIGNMENTS =
      NEEDED.entrySet().stream()
          .map(each -> each.getKey() + " = " + each.getValue())
          .collect(Collectors.joining(", ", "sql_mode = " + cleared() + ", ", ""));

  private SessionVariables() {}

  /** LEFT('-', 0) is an empty string even where '' is NULL, and where TRIM returns NULL for it. */
  private static String cleared() {
    String modes = "CONCAT(',', @@sql_mode, ',')";
    for (String mode : CLEARED) {
      modes = Text.format("REPLACE(%s, ',%s,', ',')", modes, mode);
    }
    return "COALESCE(TRIM(BOTH ',' FROM " + modes + "), LEFT('-', 0))";
  }

  /**
   * Refuses a session that the options of the URL have made unfit.
   *
   * @throws DbException REFUSED, with the first such variable
   */
  public static void check(Connection connection) throws SQLException, DbException {
    for (Map.Entry<String, String> each : unfit(connection, "@@SESSION.").entrySet()) {
      throw DbException.refused(
          each.getKey(),
          Text.format(
              "The URL sets %s to %s, which changes what Stallmark's statements mean; leave it out",
              each.getKey(), each.getValue()));
    }
  }

  /** Adds a warning for each variable of the server that its sessions change. */
  public static void warn(Connection connection, List<String> warnings) throws SQLException {
    unfit(connection, "@@GLOBAL.")
        .forEach(
            (name, value) ->
                warnings.add(
                    Text.format(
                        "Stallmark's sessions run without the server's %s %s.", name, value)));
  }

  /** Returns the variables with another value than needed; of sql_mode, the modes to clear. */
  private static Map<String, String> unfit(Connection connection, String scope)
      throws SQLException {
    Map<String, String> unfit = new TreeMap<>();
    String query =
        NEEDED.keySet().stream()
            .map(name -> ", " + scope + name + " AS " + name)
            .collect(Collectors.joining("", "SELECT " + scope + "sql_mode AS sql_mode", ""));
    return ServerQuery.row(
        connection,
        query,
        row -> {
          Set<String> modes = new TreeSet<>(CLEARED);
          String set = row.getString("sql_mode");
          modes.retainAll(List.of(set == null ? new String[0] : set.split(",")));
          if (!modes.isEmpty()) {
            unfit.put("sql_mode", String.join(", ", modes));
          }
          for (Map.Entry<String, String> each : NEEDED.entrySet()) {
            String value = row.getString(each.getKey());
            if (!each.getValue().equals(value)) {
              unfit.put(each.getKey(), value);
            }
          }
          return unfit;
        });
  }
}
