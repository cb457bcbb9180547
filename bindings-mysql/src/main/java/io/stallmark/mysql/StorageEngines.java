package io.stallmark.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The storage engines that a server lets tables be made in, by what it says of them itself. */
record StorageEngines(List<Engine> usable) {

  /**
   * One engine.
   *
   * @param standard whether tables are made in it when nothing is said
   * @param undoes whether a rollback undoes anything; MyISAM, Aria and MEMORY only accept it
   */
  record Engine(String name, boolean standard, boolean undoes) {}

  static StorageEngines of(Connection connection) throws SQLException {
    List<Engine> usable = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet r =
            statement.executeQuery(
                "SELECT ENGINE, SUPPORT, TRANSACTIONS FROM information_schema.ENGINES"
                    + " WHERE SUPPORT IN ('YES', 'DEFAULT') ORDER BY ENGINE")) {
      while (r.next()) {
        usable.add(
            new Engine(
                r.getString(1), r.getString(2).equals("DEFAULT"), "YES".equals(r.getString(3))));
      }
    }
    return new StorageEngines(List.copyOf(usable));
  }

  List<String> names() {
    return usable.stream().map(Engine::name).toList();
  }

  /** The engine of tables of which nothing is said; empty: there is none. */
  String standard() {
    return usable.stream().filter(Engine::standard).map(Engine::name).findFirst().orElse("");
  }

  boolean has(String engine) {
    return usable.stream().anyMatch(e -> e.name().equalsIgnoreCase(engine));
  }

  /**
   * Whether a rollback undoes what happened to a table. An engine that is not there will be refused
   * by its name.
   *
   * @param engine null: the one of tables of which nothing is said
   */
  boolean undoes(@Nullable String engine) {
    return usable.stream()
        .filter(e -> engine == null ? e.standard() : e.name().equalsIgnoreCase(engine))
        .allMatch(Engine::undoes);
  }
}
