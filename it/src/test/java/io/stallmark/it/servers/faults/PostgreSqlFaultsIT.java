package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/** PostgreSQL 15. */
@Thorough
final class PostgreSqlFaultsIT extends ServerFaultContract {
  @Override
  Server start(Integer connections) {
    return connections == null
        ? Server.postgresql()
        : Server.postgresql("-c", "max_connections=" + connections);
  }

  @Override
  void prepare() throws Exception {
    try (Connection root = server.postgresqlRoot("bench");
        Statement sql = root.createStatement()) {
      sql.execute("CREATE TABLE sbtest1 (id INTEGER PRIMARY KEY, other INTEGER)");
      sql.execute("CREATE DATABASE readonly");
      sql.execute("CREATE DATABASE shaped OWNER bench");
      sql.execute("CREATE DATABASE free OWNER bench");
    }
  }

  @Override
  void empty() throws Exception {
    try (Connection root = server.postgresqlRoot("bench");
        Statement sql = root.createStatement()) {
      sql.execute("DROP DATABASE shaped WITH (FORCE)");
      sql.execute("CREATE DATABASE shaped OWNER bench");
    }
  }

  @Override
  List<Arguments> refusals() {
    String free = server.url("free");
    String here = server.url("x").replaceFirst(".*@(.*)/x", "$1");
    return List.of(
        refusal("missing database", 3, server.url("nowhere"), "nowhere"),
        refusal("no privilege", 3, server.url("readonly"), "permission denied"),
        refusal("too few connections", 3, free, "max_connections", "--threads", "200"),
        refusal("unknown parameter", 3, free, "engine", "--storage", "engine=Falcon"),
        refusal("unknown tablespace", 3, free, "nowhere", "--storage", "tablespace=nowhere"),
        refusal("no parameter", 2, free, "--storage", "--storage", "row format=x"),
        refusal("smaller cache", 3, free, "-c shared_buffers=62500kB", "--cache", "64M"),
        refusal("another product", 3, "mongodb://" + here + "/free", here));
  }

  /** After a crash, each page is written to the log as a whole once. */
  @Override
  int slower() {
    return 30;
  }

  @Override
  List<String> tables(String database) throws Exception {
    List<String> tables = new ArrayList<>();
    try (Connection root = server.postgresqlRoot(database);
        var rows = root.getMetaData().getTables(database, "public", "%", new String[] {"TABLE"})) {
      while (rows.next()) {
        tables.add(rows.getString("TABLE_NAME"));
      }
    }
    return tables;
  }
}
