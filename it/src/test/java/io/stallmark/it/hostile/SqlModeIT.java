package io.stallmark.it.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every sql_mode of a server, and other variables: the data are right, by both drivers. */
@Docker
final class SqlModeIT {

  private static final List<String> MODES_OF_BOTH =
      List.of(
          "REAL_AS_FLOAT",
          "PIPES_AS_CONCAT",
          "ANSI_QUOTES",
          "IGNORE_SPACE",
          "ONLY_FULL_GROUP_BY",
          "NO_UNSIGNED_SUBTRACTION",
          "NO_DIR_IN_CREATE",
          "ANSI",
          "NO_AUTO_VALUE_ON_ZERO",
          "NO_BACKSLASH_ESCAPES",
          "STRICT_TRANS_TABLES",
          "STRICT_ALL_TABLES",
          "NO_ZERO_IN_DATE",
          "NO_ZERO_DATE",
          "ALLOW_INVALID_DATES",
          "ERROR_FOR_DIVISION_BY_ZERO",
          "TRADITIONAL",
          "HIGH_NOT_PRECEDENCE",
          "NO_ENGINE_SUBSTITUTION",
          "PAD_CHAR_TO_FULL_LENGTH");
  private static final List<String> MODES_OF_MARIADB =
      List.of(
          "IGNORE_BAD_TABLE_OPTIONS",
          "POSTGRESQL",
          "ORACLE",
          "MSSQL",
          "DB2",
          "MAXDB",
          "NO_KEY_OPTIONS",
          "NO_TABLE_OPTIONS",
          "NO_FIELD_OPTIONS",
          "MYSQL323",
          "MYSQL40",
          "NO_AUTO_CREATE_USER",
          "EMPTY_STRING_IS_NULL",
          "SIMULTANEOUS_ASSIGNMENT",
          "TIME_ROUND_FRACTIONAL");

  private static final Map<SharedServer, List<String>> MODES =
      Map.of(
          SharedServer.MYSQL,
          with(MODES_OF_BOTH, List.of("TIME_TRUNCATE_FRACTIONAL")),
          SharedServer.MARIADB,
          with(MODES_OF_BOTH, MODES_OF_MARIADB));

  /** Texts of all characters. */
  private static final String TRANSFER = "transfer -p documents=500";

  @TempDir private Path directory;
  private SharedServer shared = SharedServer.MYSQL;

  private static List<String> with(List<String> some, List<String> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  @AfterEach
  void asBefore() throws SQLException {
    set(shared.emptied(), "DEFAULT");
  }

  private static void set(Server server, String modes) throws SQLException {
    server.execute("SET GLOBAL sql_mode = " + modes);
  }

  private Server start(SharedServer product, String driver, String modes) throws SQLException {
    shared = product;
    Server server = shared.emptied();
    set(server, "'" + modes + "'");
    return server.by(driver);
  }

  private Program program(Server server) {
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private void run(Server server, String workload) {
    List<String> line = new ArrayList<>(List.of("run"));
    line.addAll(List.of(workload.split(" ")));
    line.addAll(List.of("--verify", "--url", server.url()));
    program(server).call(line.toArray(String[]::new)).well();
  }

  static Stream<Arguments> products() {
    return MODES.keySet().stream()
        .flatMap(
            product -> Stream.of("mysql", "mariadb").map(driver -> Arguments.of(product, driver)));
  }

  static Stream<Arguments> workloads() {
    return products()
        .flatMap(
            product ->
                Stream.of(
                        "sysbench -p tables=1 -p rows=1000 --seconds 1",
                        "timeseries -p sensors=10 --seconds 1",
                        "linkbench -p ids=300 --seconds 1",
                        "userdocs -p owners=100 -p documents=1000 --seconds 1",
                        "ycsb --seconds 1",
                        "insertbench -p rows-i0=2000",
                        "tpcb --seconds 1",
                        "tpcc -p cardinality=1 --seconds 1",
                        "transfer -p documents=500")
                    .map(load -> Arguments.of(product.get()[0], product.get()[1], load)));
  }

  static Stream<Arguments> singleModes() {
    return products()
        .flatMap(
            product ->
                MODES.get((SharedServer) product.get()[0]).stream()
                    .map(mode -> Arguments.of(product.get()[0], product.get()[1], mode)));
  }

  @ParameterizedTest
  @MethodSource("products")
  void allModesAtOnce_changeNoData_andAreInTheResult(SharedServer product, String driver)
      throws SQLException, IOException {
    Server server = start(product, driver, String.join(",", MODES.get(product)));
    run(server, TRANSFER);
    JsonNode facts = program(server).runJson().at("/database");
    assertThat(List.of(facts.at("/sql_mode").asString().split(",")))
        .contains("HIGH_NOT_PRECEDENCE", "STRICT_ALL_TABLES")
        .doesNotContain("NO_BACKSLASH_ESCAPES", "ANSI_QUOTES", "ANSI", "ORACLE");
    assertThat(program(server).runJson().toString()).contains("without the server's sql_mode ANSI");
    importOfAnExport_hasTheSameRows(server);
  }

  private void importOfAnExport_hasTheSameRows(Server server) throws SQLException {
    List<String> rows = new ArrayList<>();
    String file = directory.resolve("a.jsonl").toString();
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("SET sql_mode = '', sql_select_limit = 1000");
      for (String table : List.of("a", "b")) {
        sql.execute(
            "CREATE TABLE bench."
                + table
                + " (id INT PRIMARY KEY, t VARCHAR(20), c CHAR(10), b BLOB, y YEAR) CHARSET utf8mb4");
      }
      sql.execute(
          "INSERT INTO bench.a VALUES (0, '', '', '', 0), (1, 'a\\\\b\\'\"', ' c', '\\\\', 2024)");
      program(server).call("export", "--url", server.url(), "--table", "a", "--file", file).well();
      program(server).call("import", "--url", server.url(), "--table", "b", "--file", file).well();
      String query = "SELECT CONCAT_WS('|', id, HEX(t), HEX(c), HEX(b), y) FROM bench.";
      for (String table : List.of("a", "b")) {
        try (ResultSet result = sql.executeQuery(query + table + " ORDER BY id")) {
          while (result.next()) {
            rows.add(result.getString(1));
          }
        }
      }
    }
    assertThat(rows).hasSize(4);
    assertThat(rows.subList(2, 4)).isEqualTo(rows.subList(0, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void aModeThatTheUrlSets_isClearedOrRefused(String driver) throws SQLException {
    Server server = start(SharedServer.MYSQL, driver, "");
    String url = server.url() + "?sessionVariables=sql_mode='NO_BACKSLASH_ESCAPES'";
    Program.Result result =
        program(server)
            .call("run", "sysbench", "-p", "rows=100", "--seconds", "1", "--verify", "--url", url);
    if (driver.equals("mysql")) {
      assertThat(result.exit()).isEqualTo(3);
      assertThat(result.lastError()).contains("The URL sets sql_mode to NO_BACKSLASH_ESCAPES");
    } else {
      result.well();
    }
  }

  /** Facts are those of the run's sessions. */
  @Test
  void anotherVariableOfTheUrl_isSetToo() throws SQLException, IOException {
    Server server = start(SharedServer.MYSQL, "mysql", "ANSI");
    String url = server.url() + "?sessionVariables=transaction_isolation='READ-COMMITTED'";
    program(server)
        .call("run", "sysbench", "-p", "rows=100", "--seconds", "1", "--url", url)
        .well();
    JsonNode facts = program(server).runJson().at("/database");
    assertThat(facts.at("/transaction_isolation").asString()).isEqualTo("READ-COMMITTED");
  }

  /** Values that would cut results, and would keep or end a transaction or a session. */
  @Thorough // all modes at once are tested always
  @ParameterizedTest
  @MethodSource("products")
  void otherVariablesOfTheServer_changeNoData(SharedServer product, String driver)
      throws SQLException, IOException {
    Server server = start(product, driver, "");
    boolean chain = driver.equals("mysql");
    setOthers(server, "1", chain ? "1" : "2", "1", "0");
    try {
      run(server, "tpcb --seconds 1");
      assertThat(program(server).runJson().toString())
          .contains("without the server's completion_type " + (chain ? "CHAIN" : "RELEASE"));
      importOfAnExport_hasTheSameRows(server);
    } finally {
      setOthers(server, "DEFAULT", "DEFAULT", "0", "1");
    }
  }

  private static void setOthers(Server server, String... values) throws SQLException {
    server.execute(
        Text.format(
            "SET GLOBAL sql_select_limit = %s, GLOBAL completion_type = %s,"
                + " GLOBAL sql_auto_is_null = %s, GLOBAL sql_quote_show_create = %s",
            (Object[]) values));
  }

  @Thorough
  @ParameterizedTest
  @MethodSource("workloads")
  void everyWorkload_isRightWithAllModes(SharedServer product, String driver, String workload)
      throws SQLException {
    run(start(product, driver, String.join(",", MODES.get(product))), workload);
  }

  @Thorough
  @ParameterizedTest
  @MethodSource("singleModes")
  void everySingleMode_changesNoData(SharedServer product, String driver, String mode)
      throws SQLException {
    Server server = start(product, driver, mode);
    if (mode.equals("EMPTY_STRING_IS_NULL") && driver.equals("mariadb")) {
      Program.Result refused =
          program(server).call("run", "sysbench", "-p", "rows=100", "--url", server.url());
      assertThat(refused.exit()).isEqualTo(3);
      assertThat(refused.lastError()).contains("EMPTY_STRING_IS_NULL, give a mysql: URL");
      return;
    }
    run(server, TRANSFER);
    importOfAnExport_hasTheSameRows(server);
  }
}
