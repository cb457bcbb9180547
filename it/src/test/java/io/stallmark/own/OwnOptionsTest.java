package io.stallmark.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.cli.FileDatabaseTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements of the command line, on a table that exists. */
final class OwnOptionsTest extends FileDatabaseTest {

  private static final String READ = "SELECT * FROM orders WHERE id = :id";
  private static final String WRITE = "UPDATE orders SET total = total + :by WHERE id = :id";

  @BeforeEach
  void create() throws SQLException {
    execute("CREATE TABLE orders (id INT PRIMARY KEY, total INT)");
    execute("INSERT INTO orders SELECT x, 0 FROM SYSTEM_RANGE(1, 100)");
  }

  private List<String> execute(String sql) throws SQLException {
    return execute(H2, new String[] {sql});
  }

  private Calls.Result call(String command, String... more) {
    return call(H2, words(command + " own", more));
  }

  private Calls.Result run(String... more) {
    return call(H2, words("run own --threads 2 --events 200", more));
  }

  @Test
  void statement_isRun_andNothingElseChanges() throws Exception {
    List<String> before =
        execute("SELECT table_schema || '.' || table_name FROM information_schema.tables");
    Calls.Result run = run("--sql", READ, "-p", "id=uniform:1..100", "--verbose").well();
    assertThat(run.out()).contains("select_orders", "200");
    assertThat(execute("SELECT table_schema || '.' || table_name FROM information_schema.tables"))
        .isEqualTo(before);
    assertThat(execute("SELECT SUM(total) FROM orders")).containsExactly("0");
  }

  /** Its server answers, so it is no lost connection. */
  @Test
  void duplicateKeys_areErrorsOfTheRun() {
    Calls.Result run = run("--sql", "INSERT INTO orders VALUES (1, 0)");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("Unique index or primary key violation");
  }

  @Test
  void severalStatements_areChosenAlike() throws Exception {
    String[] more = {
      "--sql", READ, "--sql", WRITE, "-p", "id=uniform:1..100", "-p", "by=uniform:1..1", "--verbose"
    };
    assertThat(run(more).well().out()).contains("select_orders", "update_orders");
    assertThat(Integer.parseInt(execute("SELECT SUM(total) FROM orders").get(0)))
        .isBetween(60, 140);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT * FROM orders WHERE id = ?         | ? is not a parameter here: write :name
          SELECT * FROM orders WHERE id = $1        | $1 is not a parameter here: write :name
          DELETE FROM orders; DELETE FROM orders    | has several statements
          BEGIN                                     | give 'begin: true' in a file
          commit work                               | give 'begin: true' in a file
          """)
  void whatIsNotOneStatement_isRefused(String sql, String message) {
    Calls.Result run = run("--sql", sql);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.lastError()).contains(message).doesNotContain("give -p");
  }

  @Test
  void stringsMayHaveAnything() {
    run("--sql", "SELECT '; ? $1 :x' FROM orders WHERE id = 1 -- ;").well();
    run("--sql", "SELECT 'a;;b;; c' FROM orders", "--sql", "SELECT 1").well();
  }

  @Test
  void specification_hasStatementsToo() throws Exception {
    Path spec =
        Files.writeString(
            directory.resolve("spec.yaml"),
            """
            workload: own
            sql:
            - SELECT * FROM orders WHERE id = :id
            - UPDATE orders SET total = 7 WHERE id = :id
            settings: {id: 'uniform:5..5'}
            events: 50
            """);
    new Calls(directory).run("run", "--url", at(H2), "--spec", spec.toString()).well();
    assertThat(execute("SELECT id FROM orders WHERE total = 7")).containsExactly("5");
  }

  @Test
  void sequence_goesOnAfterTheGreatestKey() throws Exception {
    String insert = "INSERT INTO orders VALUES (:id, 0)";
    run("--sql", insert, "-p", "id=sequence:orders.id").well();
    run("--sql", insert, "-p", "id=sequence:orders.id").well();
    assertThat(execute("SELECT MAX(id) FROM orders")).containsExactly("500");
  }

  @Test
  void mistakes_areNamed() {
    assertThat(run("--sql", READ).lastError())
        .contains("--sql " + READ + ": no value id is declared", "give -p NAME=SOURCE");
    assertThat(run("--sql", READ, "-p", "di=uniform:1..9").lastError())
        .contains("no value id is declared");
    assertThat(run("--sql", READ, "-p", "id=uniform:1..9", "-p", "by=now").lastError())
        .contains("-p by: no statement names :by");
    assertThat(run("--sql", READ, "-p", "id=1..9").lastError())
        .contains("-p id: '1..9' is not a source of values");
    assertThat(run().lastError()).contains("own needs statements: give --file");
    assertThat(run("--file", "none.yaml").lastError()).contains("There is no file none.yaml");
    assertThat(run("--sql", READ, "--file", "none.yaml").lastError())
        .contains("--file cannot be used with --sql");
    Calls.Result refused = run("--sql", "SELECT * FROM odrers");
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.lastError()).contains("--sql SELECT * FROM odrers: ");
    assertThat(run("--command", "{find: orders}").lastError()).contains("has no text for h2");
  }

  @Test
  void loadAndDrop_refuse_andThereIsNothingToVerify() {
    String[] statement = {"--sql", READ, "-p", "id=uniform:1..100"};
    for (String command : List.of("load", "verify")) {
      assertThat(call(command, statement).lastError()).contains("own declares no tables");
    }
    assertThat(call("drop", "--yes", "--sql", READ, "-p", "id=uniform:1..100").lastError())
        .contains("own declares no tables");
  }

  @Test
  void dryRunAndExplain_showTheStatements() {
    assertThat(run("--sql", READ, "-p", "id=uniform:1..100", "--dry-run").well().out())
        .contains("those that the statements name", "SELECT * FROM orders WHERE id = ?");
    assertThat(call("explain", "--sql", READ, "-p", "id=uniform:1..100").well().out())
        .contains("-- select_orders", "SELECT * FROM orders WHERE id = ?");
  }
}
