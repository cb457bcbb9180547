package io.stallmark.it.hostile;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/** MySQL 9. */
final class MySql9VerifierCasesIT extends VerifierCases {
  @Override
  Server emptied() {
    return SharedServer.MYSQL.emptied();
  }

  @Override
  List<Change> changes() {
    return List.of(
        new Change("sysbench", "no row", "DELETE FROM sbtest1 WHERE id=7", "sbtest1"),
        new Change(
            "sysbench", "one more", "INSERT INTO sbtest1 VALUES (999,1,'c','pad')", "sbtest1"),
        new Change("sysbench", "negative k", "UPDATE sbtest1 SET k=-5 WHERE id=7", "sbtest1"),
        new Change("sysbench", "k beyond", "UPDATE sbtest1 SET k=99999 WHERE id=7", "sbtest1"),
        new Change("sysbench", "no c", "UPDATE sbtest1 SET c='' WHERE id=7", "sbtest1"),
        new Change(
            "sysbench",
            "valid pad of another row",
            "UPDATE sbtest1 a JOIN sbtest1 b ON b.id=8 SET a.pad=b.pad WHERE a.id=7",
            "sbtest1"),
        new Change(
            "timeseries",
            "no row",
            "DELETE FROM sensordata ORDER BY sensor_id, ts LIMIT 1 ",
            "sensordata"),
        new Change(
            "timeseries", "another cnt", "UPDATE sensordata SET cnt=cnt+1 LIMIT 1", "sensordata"),
        new Change(
            "timeseries", "another data1", "UPDATE sensordata SET data1=-1 LIMIT 1", "sensordata"),
        new Change(
            "timeseries",
            "another sensor",
            "UPDATE sensordata SET sensor_id=777 LIMIT 1",
            "sensordata"),
        new Change("timeseries", "no rows", "TRUNCATE sensordata", "sensordata"),
        new Change("linkbench", "no link", "DELETE FROM linktable LIMIT 1", "linktable"),
        new Change("linkbench", "no node", "DELETE FROM nodetable WHERE id=5", "nodetable"),
        new Change("linkbench", "a count", "UPDATE counttable SET count=99 LIMIT 1", "counttable"),
        new Change("linkbench", "no count", "DELETE FROM counttable LIMIT 1", "counttable"),
        new Change("linkbench", "hidden", "UPDATE linktable SET visibility=0 LIMIT 1", "linktable"),
        new Change(
            "linkbench", "another type", "UPDATE linktable SET link_type=9 LIMIT 1", "linktable"));
  }

  @Override
  void save(Server server) throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("DROP DATABASE IF EXISTS saved");
      sql.execute("CREATE DATABASE saved");
      for (String table : tables(sql, "bench")) {
        sql.execute("CREATE TABLE saved." + table + " LIKE bench." + table);
        sql.execute("INSERT INTO saved." + table + " SELECT * FROM bench." + table);
      }
    }
  }

  @Override
  void restore(Server server) throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      for (String table : tables(sql, "saved")) {
        sql.execute("DELETE FROM bench." + table);
        sql.execute("INSERT INTO bench." + table + " SELECT * FROM saved." + table);
      }
    }
  }

  @AfterAll
  void dropSaved() throws Exception {
    emptied().execute("DROP DATABASE IF EXISTS saved");
  }

  private static List<String> tables(Statement sql, String database) throws Exception {
    List<String> tables = new ArrayList<>();
    try (ResultSet names = sql.executeQuery("SHOW TABLES FROM " + database)) {
      while (names.next()) {
        tables.add(names.getString(1));
      }
    }
    return tables;
  }

  @Override
  long apply(Server server, Change change) throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("USE bench");
      if (change.statement().startsWith("TRUNCATE")) {
        sql.execute(change.statement());
        return 1;
      }
      return sql.executeUpdate(change.statement());
    }
  }
}
