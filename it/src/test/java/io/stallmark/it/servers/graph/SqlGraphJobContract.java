package io.stallmark.it.servers.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a server of the MySQL family, where the tables are to be those of the original. */
abstract class SqlGraphJobContract extends GraphJobContract {

  /** Of LinkBench's README at ac67d54; there linktable is always divided. */
  private static final Map<String, String> ORIGINAL =
      Map.of(
          "linktable",
          """
          id1 bigint(20) unsigned NOT NULL DEFAULT '0',
          id2 bigint(20) unsigned NOT NULL DEFAULT '0',
          link_type bigint(20) unsigned NOT NULL DEFAULT '0',
          visibility tinyint(3) NOT NULL DEFAULT '0',
          data varchar(255) NOT NULL DEFAULT '',
          time bigint(20) unsigned NOT NULL DEFAULT '0',
          version int(11) unsigned NOT NULL DEFAULT '0',
          PRIMARY KEY (link_type, id1, id2),
          KEY id1_type (id1, link_type, visibility, time, id2, version, data)""",
          "counttable",
          """
          id bigint(20) unsigned NOT NULL DEFAULT '0',
          link_type bigint(20) unsigned NOT NULL DEFAULT '0',
          count int(10) unsigned NOT NULL DEFAULT '0',
          time bigint(20) unsigned NOT NULL DEFAULT '0',
          version bigint(20) unsigned NOT NULL DEFAULT '0',
          PRIMARY KEY (id, link_type)""",
          "nodetable",
          """
          id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
          type int(10) unsigned NOT NULL,
          version bigint(20) unsigned NOT NULL,
          time int(10) unsigned NOT NULL,
          data mediumtext NOT NULL,
          PRIMARY KEY (id)""");

  @ParameterizedTest
  @ValueSource(strings = {"partitions=0", "partitions=16"})
  void tablesAreShownAsTheOriginals(String partitions) throws Exception {
    String settings = "ids=10 max-degree=10 " + partitions;
    try (Connection root = server().root();
        Statement sql = root.createStatement()) {
      succeeds("load", settings, "--threads", "1");
      sql.execute("CREATE DATABASE original");
      for (String table : ORIGINAL.keySet()) {
        boolean divided = table.equals("linktable") && partitions.equals("partitions=16");
        sql.execute(
            String.format(
                Locale.ROOT,
                "CREATE TABLE original.%s (%s) ENGINE=%s DEFAULT CHARSET=latin1 %s",
                table,
                ORIGINAL.get(table),
                server().storage().getOrDefault("engine", "InnoDB"),
                divided ? "PARTITION BY key(id1) PARTITIONS 16" : ""));
        assertThat(shown(sql, "bench." + table)).isEqualTo(shown(sql, "original." + table));
      }
    } finally {
      succeeds("drop", settings, "--yes");
      dropOriginal();
    }
  }

  private void dropOriginal() throws SQLException {
    server().execute("DROP DATABASE IF EXISTS original");
  }

  /** Without what depends on the rows, and the widths that integers are displayed with. */
  private static List<String> shown(Statement sql, String table) throws SQLException {
    try (ResultSet r = sql.executeQuery("SHOW CREATE TABLE " + table)) {
      r.next();
      return r.getString(2)
          .replaceAll(" AUTO_INCREMENT=\\d+", "")
          .replaceAll("int\\(\\d+\\)", "int")
          .lines()
          .toList();
    }
  }
}
