package io.stallmark.mysql.status;

import io.stallmark.jdbc.connect.ServerQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads server settings that affect performance and durability. */
public final class ServerFacts {

  private ServerFacts() {}

  public static void read(Connection connection, Map<String, String> values, List<String> warnings)
      throws SQLException {
    values.put("server", server(connection));
    List<String> names = StatusNames.of("facts");
    Map<String, String> found =
        ServerQuery.pairs(
            connection,
            "SHOW GLOBAL VARIABLES WHERE "
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
    warn(found, warnings);
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

  private static void warn(Map<String, String> found, List<String> warnings) {
    unless(found, warnings, "innodb_flush_log_at_trx_commit", "1", "a commit in InnoDB");
    unless(found, warnings, "rocksdb_flush_log_at_trx_commit", "1", "a commit in RocksDB");
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
          "%s is %s, not %s: a crash can lose %s that was reported as done."
              .formatted(name, value, safe, what));
    }
  }
}
