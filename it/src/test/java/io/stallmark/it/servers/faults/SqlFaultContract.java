package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** The faults of a server of the MySQL family. */
abstract class SqlFaultContract extends ServerFaultContract {

  @Override
  void prepare() throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("CREATE TABLE bench.sbtest1 (id INTEGER PRIMARY KEY, other INTEGER)");
      sql.execute("CREATE DATABASE readonly");
      sql.execute("GRANT SELECT ON readonly.* TO 'bench'@'%'");
      for (String database : List.of("shaped", "free")) {
        sql.execute("CREATE DATABASE " + database);
        sql.execute("GRANT ALL ON " + database + ".* TO 'bench'@'%'");
      }
    }
  }

  @Override
  void empty() throws Exception {
    server.execute("DROP DATABASE shaped", "CREATE DATABASE shaped");
  }

  @Override
  List<Arguments> refusals() {
    String free = server.url("free");
    String here = server.url("x").replaceFirst(".*@(.*)/x", "$1");
    return List.of(
        refusal("missing database", 3, server.url("nowhere"), "nowhere"),
        refusal("no privilege", 3, server.url("readonly"), "privileges"),
        refusal("too few connections", 3, free, "max_connections", "--threads", "200"),
        refusal("unknown engine", 3, free, "InnoDB", "--storage", "engine=Falcon"),
        refusal("unknown storage option", 3, free, "no_such", "--storage", "no_such=1"),
        refusal("no table option", 2, free, "--storage", "--storage", "row format=x"),
        noTransactions(free, "MyISAM"),
        noTransactions(free, "MEMORY"),
        refusal("another product", 3, "mongodb://" + here + "/free", here));
  }

  static Arguments noTransactions(String url, String engine) {
    return refusal(
        "no transactions in " + engine,
        2,
        url,
        "no multi-statement transactions",
        "--storage",
        "engine=" + engine,
        "-p",
        "transactions=on");
  }

  @Test
  void serverThatTakesNoTextFromClients_isRefusedBeforeAnythingIsMade() throws Exception {
    server.execute("SET GLOBAL local_infile = 0");
    Program.Result result =
        program()
            .run(
                "run",
                "timeseries",
                "--url",
                server.url("free"),
                "-p",
                "insert-form=stream",
                "--events",
                "5");
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(3);
    assertThat(result.lastError()).contains("local_infile is off", "another form of insert");
    assertOneLine(result);
    assertThat(tables("free")).isEmpty();
  }

  @Override
  List<String> tables(String database) throws Exception {
    List<String> tables = new ArrayList<>();
    try (Connection root = server.root();
        var rows = root.getMetaData().getTables(database, null, "%", null)) {
      while (rows.next()) {
        tables.add(rows.getString("TABLE_NAME"));
      }
    }
    return tables;
  }
}
