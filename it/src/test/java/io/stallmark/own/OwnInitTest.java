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

/** The first file for a table that exists is one that runs, also without its comments. */
final class OwnInitTest extends FileDatabaseTest {

  @BeforeEach
  void create() throws SQLException {
    execute(
        H2,
        "CREATE TABLE orders (id INT PRIMARY KEY, customer BIGINT NOT NULL, state VARCHAR(6),"
            + " total DECIMAL(8,2), placed TIMESTAMP)",
        "INSERT INTO orders SELECT x + 10, x, 'new', 1, NULL FROM SYSTEM_RANGE(1, 100)",
        "DELETE FROM orders WHERE id BETWEEN 20 AND 90", // as keys of real tables have gaps
        "CREATE TABLE \"Mixed Case\" (\"Row Id\" INT PRIMARY KEY, \"order\" UUID, active BOOLEAN,"
            + " \"GROUP\" JSON)",
        "INSERT INTO \"Mixed Case\" VALUES (7, RANDOM_UUID(), TRUE, NULL)",
        "CREATE TABLE users (name VARCHAR(20) PRIMARY KEY, \"row\" INT, \"batch\" INT)",
        "INSERT INTO users VALUES ('anna', 1, 2), ('zoe', 3, 4)");
  }

  private Calls.Result init(String table, String... more) {
    List<String> words = words("own init --table", table);
    words.addAll(List.of(more));
    return call(H2, words);
  }

  private void run(Path file) {
    new Calls(directory)
        .run("run", "own", "--url", at(H2), "--file", file.toString(), "--events", "60")
        .well();
  }

  @Test
  void fileOfATable_runs_andAlsoWithItsComments() throws Exception {
    Path file = directory.resolve("orders.yaml");
    init("orders", "--file", file.toString()).well();
    String text = Files.readString(file);
    assertThat(text)
        .contains(
            "  ID: uniform:11..110\n",
            "#  new_ID: sequence:orders.ID\n",
            "#  TOTAL: uniform:0.00..999.99\n",
            "#  PLACED: now\n",
            "sql: SELECT * FROM orders WHERE ID = :ID\n")
        .containsPattern("# TOTAL: (NUMERIC|DECIMAL), can be NULL");
    run(file);
    run(Files.writeString(directory.resolve("all.yaml"), text.replaceAll("(?m)^#(?=  )", "")));
    assertThat(init("orders", "--file", file.toString()).lastError()).contains("exists already");
  }

  @Test
  void namesAreInQuotes_whereTheyNeedThem_andValuesFitTheirTypes() throws Exception {
    String text = init("Mixed Case").out();
    assertThat(text)
        .contains(
            "  Row_Id: uniform:7..7\n",
            "#  new_Row_Id: sequence:\"Mixed Case\".\"Row Id\"\n",
            "#  order: text:########-####-4###-8###-############\n",
            "#  GROUP: words:{}\n",
            "sql: SELECT * FROM \"Mixed Case\" WHERE \"Row Id\" = :Row_Id\n",
            "(\"Row Id\", \"order\", ACTIVE, \"GROUP\") VALUES (:new_Row_Id, :order, :ACTIVE, :GROUP)");
    run(Files.writeString(directory.resolve("mixed.yaml"), text));
    run(Files.writeString(directory.resolve("all.yaml"), text.replaceAll("(?m)^#(?=  )", "")));
  }

  /** A file may have a value with the name of a setting. */
  @Test
  void textsAreKeysToo_andAMissingTableIsTold() throws Exception {
    String printed = init("users").out();
    assertThat(printed).contains("  NAME: words:anna,zoe\n", "  batch: uniform:1..1000\n");
    run(Files.writeString(directory.resolve("users.yaml"), printed));
    run(Files.writeString(directory.resolve("all.yaml"), printed.replaceAll("(?m)^#(?=  )", "")));
    assertThat(init("odrers").lastError()).contains("There is no table odrers");
    assertThat(new Calls(directory).run("own", "init", "--url", at(H2)).lastError())
        .contains("--table is missing");
    assertThat(new Calls(directory).run("own").lastError()).contains("Give a command: init");
  }
}
