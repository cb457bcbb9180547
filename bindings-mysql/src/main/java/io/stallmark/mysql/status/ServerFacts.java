package io.stallmark.mysql.status;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Table;
import io.stallmark.mysql.connect.SessionVariables;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads server settings that affect performance and durability. */
public final class ServerFacts {

  /**
   * Engines with settings of their own: the prefix of these settings, and the name that users know.
   */
  private static final Map<String, String> ENGINES =
      Map.of("innodb", "InnoDB", "rocksdb", "MyRocks", "tokudb", "TokuDB");

  private ServerFacts() {}

  /**
   * Reads the settings, as they are in a session of the run.
   *
   * @param tables tables of the workload; warnings are about their storage engines only. Empty: not
   *     known, so that warnings are about every engine.
   * @param declared returns the engine in the storage options of a table; null: they name none
   */
  public static void read(
      Connection connection,
      List<Table> tables,
      Function<Table, @Nullable String> declared,
      Map<String, String> values,
      List<String> warnings)
      throws SQLException {
    values.put("server", server(connection));
    List<String> names = StatusNames.of("facts");
    Map<String, String> found =
        ServerQuery.pairs(
            connection,
            "SHOW SESSION VARIABLES WHERE "
                + StatusNames.isOneOf(names)
                + " OR Variable_name = 'tx_isolation'");
    // Before 11.1, MariaDB has only the old name; later versions have both.
    found.putIfAbsent("transaction_isolation", found.getOrDefault("tx_isolation", "unknown"));
    String cipher =
        ServerQuery.pairs(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'")
            .getOrDefault("Ssl_cipher", "");
    values.put("encryption", cipher.isEmpty() ? "off" : "TLS, " + cipher);
    for (String name : names) {
      if (found.containsKey(name)) {
        values.put(name, found.get(name));
      }
    }
    Set<String> engines = engines(connection, tables, declared, found);
    if (!tables.isEmpty()) {
      values.put(
          "storage engine",
          engines.stream()
              .map(engine -> ENGINES.getOrDefault(prefix(engine), engine))
              .distinct()
              .collect(Collectors.joining(" and ")));
    }
    SessionVariables.warn(connection, warnings);
    warn(found, engines.stream().map(ServerFacts::prefix).collect(Collectors.toSet()), warnings);
  }

  private static String prefix(String engine) {
    return engine.toLowerCase(Locale.ROOT);
  }

  /** Names of the engines of the tables, as the server or the user writes them. */
  private static Set<String> engines(
      Connection connection,
      List<Table> tables,
      Function<Table, @Nullable String> declared,
      Map<String, String> variables)
      throws SQLException {
    if (tables.isEmpty()) {
      return ENGINES.keySet();
    }
    String names =
        tables.stream().map(table -> "'" + table.name() + "'").collect(Collectors.joining(", "));
    Map<String, String> existing =
        ServerQuery.pairs(
            connection,
            "SELECT TABLE_NAME, ENGINE FROM information_schema.TABLES WHERE TABLE_SCHEMA ="
                + " DATABASE() AND TABLE_NAME IN ("
                + names
                + ")");
    String usual = variables.getOrDefault("default_storage_engine", "InnoDB");
    return tables.stream()
        .map(
            table -> {
              String engine = existing.getOrDefault(table.name(), declared.apply(table));
              return engine == null ? usual : engine;
            })
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Product and version from SQL, because the drivers' metadata may report MariaDB as "MySQL
   * 5.5.5".
   */
  private static String server(Connection connection) throws SQLException {
    return ServerQuery.row(
        connection,
        "SELECT version(), @@version_comment",
        row -> {
          String version = row.getString(1);
          String said = (version + " " + row.getString(2)).toLowerCase(Locale.ROOT);
          String product =
              said.contains("mariadb") ? "MariaDB" : said.contains("percona") ? "Percona" : "MySQL";
          return product + " " + version.replaceFirst("^5\\.5\\.5-", "");
        });
  }

  private static void warn(Map<String, String> all, Set<String> engines, List<String> warnings) {
    Map<String, String> found = new HashMap<>(all);
    found
        .keySet()
        .removeIf(
            name ->
                ENGINES.keySet().stream()
                    .anyMatch(
                        engine -> name.startsWith(engine + "_") && !engines.contains(engine)));
    unless(found, warnings, "innodb_flush_log_at_trx_commit", "1", "a commit in InnoDB");
    unless(found, warnings, "rocksdb_flush_log_at_trx_commit", "1", "a commit in MyRocks");
    unless(found, warnings, "tokudb_commit_sync", "ON", "a commit in TokuDB");
    unless(found, warnings, "tokudb_fsync_log_period", "0", "a commit in TokuDB");
    if ("ON".equals(found.get("log_bin"))) {
      unless(found, warnings, "sync_binlog", "1", "the binary log of a commit");
    }
    if ("OFF".equals(found.get("innodb_doublewrite"))) {
      warnings.add("innodb_doublewrite is OFF: a crash can tear pages that cannot be repaired.");
    }
    if ("nosync".equals(found.get("innodb_flush_method"))) {
      warnings.add("innodb_flush_method is nosync: nothing is forced to disk.");
    }
  }

  private static void unless(
      Map<String, String> found, List<String> warnings, String name, String safe, String what) {
    String value = found.get(name);
    if (value != null && !value.equals(safe)) {
      warnings.add(
          Text.format(
              "%s is %s, not %s: a crash can lose %s that was acknowledged.",
              name, value, safe, what));
    }
  }
}
