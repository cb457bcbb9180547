package io.stallmark.mysql;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Storage engines that a server supports, from information_schema.ENGINES. */
record StorageEngines(List<Engine> usable) {

  /**
   * A storage engine.
   *
   * @param standard whether it is the default engine
   * @param undoes whether it supports transactions; MyISAM, Aria and MEMORY accept ROLLBACK without
   *     effect
   */
  record Engine(String name, boolean standard, boolean undoes) {}

  static StorageEngines of(Connection connection) throws SQLException {
    return new StorageEngines(
        ServerQuery.rows(
            connection,
            "SELECT ENGINE, SUPPORT, TRANSACTIONS FROM information_schema.ENGINES"
                + " WHERE SUPPORT IN ('YES', 'DEFAULT') ORDER BY ENGINE",
            row ->
                new Engine(
                    row.getString(1),
                    row.getString(2).equals("DEFAULT"),
                    "YES".equals(row.getString(3)))));
  }

  List<String> names() {
    return usable.stream().map(Engine::name).toList();
  }

  /** Name of the default engine; empty if there is none. */
  String standard() {
    return usable.stream().filter(Engine::standard).map(Engine::name).findFirst().orElse("");
  }

  boolean has(String engine) {
    return usable.stream().anyMatch(e -> e.name().equalsIgnoreCase(engine));
  }

  /**
   * Whether a rollback undoes changes to tables of this engine. True for an unknown engine, which
   * is refused later by its name.
   *
   * @param engine engine name; null for the default engine
   */
  boolean undoes(@Nullable String engine) {
    return usable.stream()
        .filter(e -> engine == null ? e.standard() : e.name().equalsIgnoreCase(engine))
        .allMatch(Engine::undoes);
  }

  /**
   * Refuses an engine that the server does not have.
   *
   * @throws DbException REFUSED, with the engines that it has
   */
  void require(String engine) throws DbException {
    if (!has(engine)) {
      throw DbException.refused(
          "1286",
          "The server has no storage engine " + engine + "; it has " + String.join(", ", names()));
    }
  }

  /** Returns what differs between a table's storage options and what the server has; or null. */
  static @Nullable String difference(Connection connection, Table table) throws SQLException {
    String definition =
        ServerQuery.row(connection, "SHOW CREATE TABLE " + table.name(), row -> row.getString(2));
    String difference = StorageOptions.difference(table, definition);
    if (difference == null && StorageOptions.engine(table.storage()) == null) {
      difference = of(connection).lostTransactions(StorageOptions.engineOf(definition));
    }
    return difference != null ? difference : StorageOptions.divisionDifference(table, definition);
  }

  /**
   * Names the engine if it has no transactions but the default engine, which was planned for, has.
   */
  private @Nullable String lostTransactions(String engine) {
    return undoes(null) && !undoes(engine)
        ? Text.format(
            "is in %s, which has no transactions (--storage engine=%s uses it nevertheless)",
            engine, engine)
        : null;
  }
}
