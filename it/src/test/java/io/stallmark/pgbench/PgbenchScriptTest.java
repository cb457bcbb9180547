package io.stallmark.pgbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stallmark.cli.Calls;
import io.stallmark.cli.FileDatabaseTest;
import io.stallmark.plan.Registry;
import io.stallmark.run.RunSpecReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of pgbench on databases in this JVM. */
final class PgbenchScriptTest extends FileDatabaseTest {

  @BeforeEach
  void create() throws SQLException {
    List<String> statements = new ArrayList<>();
    statements.add("CREATE TABLE account (id INT PRIMARY KEY, balance INT, name VARCHAR(40))");
    statements.add("CREATE TABLE history (client INT, amount INT, before INT)");
    for (int i = 1; i <= 20; i++) {
      statements.add("INSERT INTO account VALUES (" + i + ", 100, 'name " + i + "')");
    }
    for (String scheme : List.of(H2, "sqlite:")) {
      execute(scheme, statements.toArray(String[]::new));
    }
  }

  private Calls.Result call(String command, String scheme, String... more) {
    return call(scheme, words(command + " pgbench", more));
  }

  @ParameterizedTest
  @ValueSource(strings = {H2, "sqlite:"})
  void scripts_areRunByWeight_withARowPerStatement(String url) throws Exception {
    String transfer =
        file(
            "transfer.sql",
            """
            -- moves an amount
            \\set aid random(1, 10 * :scale)
            \\set amount permute(:aid, :most) \\
               % 7 + 1
            BEGIN;
            SELECT balance AS before, name FROM account WHERE id = :aid \\gset old_
            \\if :old_before > 0
            UPDATE account SET balance = balance - :amount WHERE id = :aid AND name = :old_name;
            INSERT INTO history VALUES (:client_id, :amount, :old_before);
            \\endif
            END;
            """);
    String look = file("look.sql", "SELECT SUM(balance) FROM account WHERE id <> -:scale");
    Calls.Result run =
        call(
                url,
                words(
                    "run pgbench -D scale=2 -D most=10 --threads 1 --events 200 --verbose",
                    "--file",
                    transfer + "@3",
                    "--file",
                    look))
            .well();
    assertThat(run.out())
        .contains("transfer", "look", "select_account", "update_account", "insert_history")
        .contains("commit");
    int transfers = Integer.parseInt(execute(url, "SELECT COUNT(*) FROM history").get(0));
    assertThat(transfers).isBetween(120, 180);
    assertThat(execute(url, "SELECT SUM(balance) + (SELECT SUM(amount) FROM history) FROM account"))
        .containsExactly("2000");
    assertThat(execute(url, "SELECT COUNT(*) FROM history WHERE before = 100"))
        .containsExactly("20");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT :x;                           | line 1: the variable :x is not set: there are client_id,
          SELECT 1;~~SELECT :x;                | line 3: the variable :x is not set
          SELECT :x;~\\set x 1                 | line 1: the variable :x is not set: it is set only after that
          SELECT 1 + 1 \\gset~SELECT :sum;      | ; or give -D sum=VALUE, or a column AS sum
          \\set scales 1~SELECT :scals;        | line 2: the variable :scals is not set: did you mean scales?
          SELECT ':scale';                     | line 1: the variable :scale is in a string
          ~\\set x foo(1)                      | line 2: \\set: there is no function foo: did you mean mod?
          \\set x 1 +                          | line 1: \\set: syntax error at the end of the line
          \\set x 1 \\~ + ^                    | line 1: \\set: unexpected character '^'
          \\set 1x 1                           | line 1: '1x' is no name of a variable
          \\set                                | line 1: \\set takes a variable and an expression
          \\sett x 1                           | line 1: \\sett is no command: there are \\set,
          SELECT 1;~\\shell ls                 | line 2: \\shell is refused: a script starts no programs
          \\setshell x ls                      | line 1: \\setshell is refused
          \\startpipeline~SELECT 1;            | line 1: \\startpipeline is refused: statements are sent one by one
          SELECT 1~\\;~SELECT 2;               | line 2: \\; sends several statements at once
          \\if 1~SELECT 1;                     | line 1: \\if has no \\endif
          SELECT 1;~\\endif                    | line 2: \\endif has no \\if
          \\if 1~\\else~\\elif 1~\\endif       | line 3: \\elif after \\else
          \\if 1~\\endif 2                     | line 2: \\endif takes nothing after it, not '2'
          \\gset                               | line 1: \\gset must follow a statement
          SELECT 1 AS x \\gset a b             | line 1: \\gset takes a prefix of variables, not 'a b'
          \\sleep                              | line 1: \\sleep takes an integer or a variable, then us, ms or s
          \\sleep 1 h                          | line 1: 'h' is no unit of \\sleep
          COMMIT AND CHAIN;                    | line 1: AND CHAIN is not supported
          -- nothing                           | wrong.sql has no commands
          """)
  void mistakes_areNamedWithTheirLine_beforeAnythingElse(String script, String message)
      throws Exception {
    String file = file("wrong.sql", script.replace('~', '\n'));
    Calls.Result run = call("run", H2, "--file", file, "--events", "5");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.lastError()).contains("wrong.sql", message);
  }

  @Test
  void fileThatIsNotUtf8_isRefused_withItsLine() throws Exception {
    String name = "SELECT 'ü€😀';\nUPDATE account SET name = 'Müller' WHERE id = 3;\n";
    Path file = Path.of(file("name.sql", name));
    call("run", H2, "--file", file.toString(), "--events", "1").well();
    assertThat(execute(H2, "SELECT name FROM account WHERE id = 3")).containsExactly("Müller");
    Files.writeString(file, name.replaceAll(".€.*'", "e'"), StandardCharsets.ISO_8859_1);
    Calls.Result run = call("run", H2, "--file", file.toString(), "--events", "1");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.lastError()).contains("name.sql, line 2: this is not text in UTF-8");
  }

  @Test
  void wrongOptions_areNamed() throws Exception {
    String file = file("a.sql", "SELECT 1;");
    assertThat(call("run", H2).lastError()).contains("pgbench needs scripts: give --file");
    assertThat(call("run", H2, "--file", "none.sql@2").lastError())
        .contains("There is no file none.sql");
    assertThat(call("run", H2, "--file", file + "@0").lastError()).contains("all weights are 0");
    assertThat(call("run", H2, "--file", file, "-D", "x").lastError())
        .contains("-D takes key=value, not 'x'");
    assertThat(call("run", H2, "--file", file, "-D", "a-b=1").lastError())
        .contains("-D a-b: this is no name of a variable");
    Calls.Result misspelt = call("run", H2, "--file", file, "-D", "scal=10");
    assertThat(misspelt.exit()).isEqualTo(2);
    assertThat(misspelt.lastError())
        .contains("-D scal: no script reads this variable: did you mean scale?");
    assertThat(
            call("run", H2, "--file", file, "-p", "protocol=prepared", "--protocol", "text")
                .lastError())
        .contains("--protocol text and -p protocol=prepared differ: give one of them");
    assertThat(call("run", H2, "--file", file, "-M", "simple").lastError())
        .contains("No option '-M': did you mean --protocol?");
    assertThat(call("run", H2, "--file", file("b.sql", "SELECT ':scale';")).lastError())
        .contains("b.sql, line 1", "the variable :scale is in a string", "--protocol text");
  }

  @ParameterizedTest
  @ValueSource(strings = {H2, "sqlite:"})
  void simpleProtocol_putsValuesIntoTheText_alsoWithinStrings(String url) throws Exception {
    String script =
        """
        \\set id random(4, 4)
        \\set half 0.5
        \\set sure true
        \\set none null
        BEGIN;
        SELECT 7 AS first, ':id-:nobody' AS label, balance FROM account WHERE id = :id \\gset
        UPDATE account SET name = 'n:id :half :sure :label :none' WHERE id = :id AND balance = :balance;
        UPDATE account SET balance = balance * :half WHERE id = :i:id;
        END;
        """;
    String run = "run pgbench -D i=1 -p protocol=text --threads 1 --events 1 --file";
    call(url, words(run, file("simple.sql", script))).well();
    assertThat(execute(url, "SELECT name FROM account WHERE id = 4"))
        .containsExactly("n4 0.5 true 4-:nobody NULL");
    assertThat(execute(url, "SELECT balance FROM account WHERE id = 14").get(0)).startsWith("50");
  }

  @ParameterizedTest
  @ValueSource(strings = {H2, "sqlite:"})
  void columnsOfAStar_areVariablesWithinStringsToo(String url) throws Exception {
    String script =
        """
        SELECT * FROM account WHERE id = 4 \\gset its_
        UPDATE account SET name = ':its_name, :its_nobody::its_name' WHERE id = 4;
        """;
    String run = "run pgbench -p protocol=text --events 1 --file";
    call(url, words(run, file("star.sql", script))).well();
    assertThat(execute(url, "SELECT name FROM account WHERE id = 4"))
        .containsExactly("name 4, :its_nobody::its_name");
  }

  /** Drivers write a double as Java does. */
  @ParameterizedTest
  @ValueSource(strings = {"prepared", "text"})
  void doublesOfRows_haveTheTextsOfServers(String protocol) throws Exception {
    String script =
        """
        SELECT CAST(7 AS DOUBLE PRECISION) AS a, CAST(1e10 AS DOUBLE PRECISION) AS b,
          CAST(0.25 AS REAL) AS c, CAST(7 AS DECIMAL(9, 1)) AS d, name FROM account WHERE id = 4 \\gset
        UPDATE account SET name = '' || :a || ' ' || :b || ' ' || :c || ' ' || :d WHERE id = 4;
        """;
    call("run", H2, "--file", file("a.sql", script), "--events=1", "-p", "protocol=" + protocol)
        .well();
    assertThat(execute(H2, "SELECT name FROM account WHERE id = 4"))
        .containsExactly("7 10000000000 0.25 7.0");
  }

  @Test
  void castsInTexts_areNoVariables() throws Exception {
    String script = "UPDATE account SET name = $$a::one$$ || 'b::one' WHERE id = :one;";
    call("run", H2, "--file", file("a.sql", script), "-D", "one=1", "--events=1").well();
    assertThat(execute(H2, "SELECT name FROM account WHERE id = 1"))
        .containsExactly("a::oneb::one");
  }

  @Test
  void protocolOfTheRun_isThatOfTheScripts() throws Exception {
    String file = file("a.sql", "SELECT ':scale';");
    String spec = "workload: pgbench\nsettings: {file: '" + file + "'}\nprotocol: text\n";
    RunSpecReader reader = new RunSpecReader(Registry.load(), path -> path);
    assertThat(reader.parse(spec).settings()).containsEntry("protocol", "text");
  }

  @Test
  void textThatAnExpressionReads_isRefusedBeforeTheRun() throws Exception {
    String set = file("set.sql", "\\set x :scale\nSELECT :x;");
    String read = file("a.sql", "SELECT 1;\n\\set aid random(1, 10 * :scale)\nSELECT :aid;");
    Calls.Result run = call("run", H2, "--file", read, "-D", "scale=ten");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.lastError()).contains("a.sql, line 2: -D scale=ten is no number");
    assertThat(call("run", H2, "--file", set, "-D", "x=ten", "--events=1").exit()).isZero();
    assertThat(call("run", H2, "--file", read, "-D", "scale=1e1", "--events=1").exit()).isZero();
  }

  @Test
  void commandOfThePage_hasFilesAndVariables_andRepeatsTheRun() throws Exception {
    String first = file("a.sql", "SELECT balance FROM account WHERE id = :one");
    String second = file("b.sql", "SELECT balance FROM account WHERE id = :two");
    List<String> options = List.of("--file", first + "@3", "--file", second, "-D", "one=1");
    List<String> line = words("run pgbench --events 9 --out r -D two=2");
    line.addAll(options);
    call(H2, line).well();
    Path report;
    try (Stream<Path> files = Files.walk(directory.resolve("r"))) {
      report = files.filter(each -> each.endsWith("report.html")).findFirst().orElseThrow();
    }
    String page = Files.readString(report);
    Matcher found = Pattern.compile("\"command\":\"stallmark ([^\"]+)\"").matcher(page);
    assertThat(found.find()).isTrue();
    assertThat(found.group(1))
        .contains("--file " + first + "@3 --file " + second + " -D two=2 -D one=1");
    new Calls(directory).run(found.group(1).split(" ")).well();
  }

  @Test
  void sleep_endsWithTheRun() throws Exception {
    String file = file("nap.sql", "\\sleep 1000 s\nINSERT INTO history VALUES (:client_id, 1, 2);");
    call("run", H2, "--file", file, "--seconds", "0.3", "--threads", "2").well();
    assertThat(execute(H2, "SELECT COUNT(*) FROM history")).containsExactly("2");
  }

  /** The second client finds no event, which is no reason to shorten the first one. */
  @Test
  void sleepOfAnEvent_isWhole() throws Exception {
    String file = file("nap.sql", "\\sleep 700 ms\nINSERT INTO history VALUES (1, 1, 2);");
    call("run", H2, "--file", file, "--events", "1", "--threads", "2", "--limit", "max>699ms")
        .well();
  }

  @Test
  void sleep_endsByASignal_andTheServerIsNotBlamed() throws Exception {
    String file = file("nap.sql", "INSERT INTO history VALUES (1, 1, 2);\n\\sleep 1000 s");
    AtomicReference<Runnable> signal = new AtomicReference<>();
    CompletableFuture<Calls.Result> run =
        CompletableFuture.supplyAsync(
            () ->
                new Calls(directory, signal::set)
                    .run("run", "pgbench", "--url", at(H2), "--file", file, "--threads", "1"));
    await().forever().until(() -> run.isDone() || !execute(H2, "SELECT * FROM history").isEmpty());
    signal.get().run();
    assertThat(run.join().exit()).isEqualTo(130);
    assertThat(run.join().out() + run.join().err())
        .contains("Interrupted; the results until then are valid.")
        .doesNotContain("waiting for the server", "does not answer");
  }

  @Test
  void refusedStatement_isNamedWithItsLine() throws Exception {
    String file = file("a.sql", "SELECT 1;\nSELECT * FROM acount;");
    Calls.Result run = call("run", H2, "--file", file, "--events", "5");
    assertThat(run.exit()).isNotZero();
    assertThat(run.lastError()).contains("a.sql, line 2: ");
  }

  @ParameterizedTest
  @CsvSource({
    "prepared, SELECT count(*) FROM account \\gset\\n\\set x :count, count",
    "text, SELECT count(*) FROM account \\gset\\n\\set x :count, the result has no column count",
    "prepared, INSERT INTO account (id) VALUES (:scale);, account"
  })
  void statementThatFailsInTheRun_isNamedWithItsLine(String protocol, String text, String message)
      throws Exception {
    String file = file("a.sql", "SELECT 1;\n" + text.replace("\\n", "\n"));
    Calls.Result run =
        call("run", H2, "--file", file, "--events", "200", "-p", "protocol=" + protocol);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).containsPattern("(?i)a.sql, line 2: .*" + message);
  }

  @Test
  void loadAndDrop_refuse_andNothingIsCreated() throws Exception {
    String tables = "SELECT table_name FROM information_schema.tables";
    String file = file("a.sql", "SELECT balance FROM account WHERE id = :scale");
    for (String command : List.of("load", "verify")) {
      assertThat(call(command, H2, "--file", file).lastError())
          .contains("pgbench declares no tables");
    }
    assertThat(call("drop", H2, "--yes", "--file", file).lastError())
        .contains("pgbench declares no tables");
    List<String> before = execute(H2, tables);
    call("run", H2, "--file", file, "--events", "20").well();
    assertThat(execute(H2, tables)).isEqualTo(before);
    assertThat(call("explain", H2, "--file", file).well().out())
        .contains("-- select_account", "SELECT balance FROM account WHERE id = ?");
  }

  @Test
  void specification_hasScriptsToo() throws Exception {
    String a = file("a.sql", "SELECT balance FROM account WHERE id = :key");
    String b = file("b.sql", "UPDATE account SET balance = :key WHERE id = 3");
    String spec =
        file(
            "spec.yaml",
            "workload: pgbench\nfile: ['%s@2', '%s']\ndefine: [key=7]\nevents: 50\n"
                .formatted(a, b));
    new Calls(directory).run("run", "--url", at(H2), "--spec", spec).well();
    assertThat(execute(H2, "SELECT balance FROM account WHERE id = 3")).containsExactly("7");
  }
}
