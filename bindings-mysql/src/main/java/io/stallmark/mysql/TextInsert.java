package io.stallmark.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcStatement;
import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Execution of LOAD DATA LOCAL with rows from a stream. No file is read. */
final class TextInsert {

  /** File name in the statement, as a placeholder for the stream. No such file is opened. */
  private static final String NAME = "stallmark";

  private TextInsert() {}

  /**
   * @throws DbException of kind REFUSED if local_infile is off on the server
   */
  static void check(Connection connection) throws SQLException, DbException {
    if (!ServerQuery.row(connection, "SELECT @@GLOBAL.local_infile", row -> row.getBoolean(1))) {
      throw DbException.refused(
          "3948",
          "The server's local_infile is off, which disables LOAD DATA LOCAL; enable it"
              + " (SET GLOBAL local_infile = 1) or choose another form of insert");
    }
  }

  /** Returns the statement. With LOCAL, rows with a duplicate key are skipped. */
  static String text(Op.Insert insert, String columns) {
    List<Type> types = insert.params().stream().map(Param::type).toList();
    String charset = "";
    if (types.stream().anyMatch(Type.Bytes.class::isInstance)) {
      charset = " CHARACTER SET binary";
    } else if (types.stream()
        .anyMatch(type -> type instanceof Type.Varchar || type instanceof Type.Document)) {
      charset = " CHARACTER SET utf8mb4";
    }
    return Text.format(
        "LOAD DATA LOCAL INFILE '%s' INTO TABLE %s%s (%s)",
        NAME, insert.table().name(), charset, columns);
  }

  static long execute(Statement statement, String text, InputStream rows) throws SQLException {
    if (!statement.isWrapperFor(JdbcStatement.class)) {
      statement.unwrap(org.mariadb.jdbc.Statement.class).setLocalInfileInputStream(rows);
      return statement.executeLargeUpdate(text);
    }
    statement.unwrap(JdbcStatement.class).setLocalInfileInputStream(rows);
    RuntimeProperty<Boolean> allowed =
        statement
            .getConnection()
            .unwrap(JdbcConnection.class)
            .getPropertySet()
            .getBooleanProperty(PropertyKey.allowLoadLocalInfile);
    allowed.setValue(true);
    try {
      return statement.executeLargeUpdate(text);
    } finally {
      allowed.setValue(false); // while it is allowed, a server may request any file
    }
  }
}
