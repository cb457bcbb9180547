package io.stallmark.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.cli.FileDatabaseTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of own statements, on databases in this JVM. */
final class OwnFileTest extends FileDatabaseTest {

  private static final String BANK =
      """
      values:
        from:   zipfian:1..1000,0.9
        to:     uniform:1..1000
        amount: uniform:1..500
        less:   minus:amount
        note:   text:@@@@-####
      tables:
        account:
          rows: 1000
          key: id
          sql: CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL)
          insert: {id: ":row", balance: 1000}
        journal:
          sql:
          - CREATE TABLE journal (debtor INT, creditor INT, amount INT, before BIGINT, note VARCHAR(20))
          - CREATE INDEX by_debtor ON journal (debtor)
          mongo:
          - {create: journal}
          - {createIndexes: journal, indexes: [{key: {debtor: 1}, name: by_debtor}]}
      transactions:
        transfer:
          weight: 8
          begin: true
          steps:
          - name: look_before
            sql: SELECT balance FROM account WHERE id = :from
            mongo: {find: account, filter: {_id: ":from"}}
            rows: 1
            keep: {balance: before}
          - name: withdraw
            sql: UPDATE account SET balance = balance - :amount WHERE id = :from
            mongo: {update: account, updates: [{q: {_id: ":from"}, u: {$inc: {balance: ":less"}}}]}
            rows: 1
          - name: deposit
            sql: UPDATE account SET balance = balance + :amount WHERE id = :to;
            mongo: {update: account, updates: [{q: {_id: ":to"}, u: {$inc: {balance: ":amount"}}}]}
            rows: 1
          - sql: INSERT INTO journal VALUES (:from, :to, :amount, :before, :note)
            mongo:
              insert: journal
              documents:
              - {debtor: ":from", creditor: ":to", amount: ":amount", before: ":before", note: ":note"}
        look:
          weight: 2
          steps:
          - name: balance
            sql: SELECT balance FROM account WHERE id = :to
            mongo: {find: account, filter: {_id: ":to"}}
            rows: 1
      verify:
        total:
          sql: SELECT SUM(balance) FROM account
          mongo:
            aggregate: account
            pipeline: [{$group: {_id: null, s: {$sum: $balance}}}, {$project: {_id: 0}}]
            cursor: {}
          equals: 1000000
        nobody_is_missing:
          sql: SELECT id FROM account
          mongo: {find: account}
          rows: 1000
      """;

  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("bank.yaml"), BANK);
  }

  private Calls.Result call(String command, String url, String... more) {
    List<String> words = new ArrayList<>(List.of(command, "own", "--url", url));
    words.addAll(List.of("--file", file.toString()));
    words.addAll(List.of(more));
    return new Calls(directory).run(words.toArray(String[]::new));
  }

  private String h2() {
    return at(H2);
  }

  private List<String> texts(String sql) throws SQLException {
    return execute(H2, sql);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2:file:", "sqlite:"})
  void file_isLoadedRunVerifiedAndDropped(String scheme) {
    String url = at(scheme);
    assertThat(call("load", url).well().out()).isEqualTo("Loaded 2 tables\n");
    Calls.Result run = call("run", url, "--threads", "2", "--events", "500", "--verbose").well();
    assertThat(run.out()).contains("transfer", "look_before", "withdraw", "insert_journal");
    Calls.Result verified = call("verify", url).well();
    assertThat(verified.err()).contains("Verifying 2 tables: 2 checks").doesNotContain("rows");
    assertThat(verified.out())
        .contains(
            "The number of the check total is 1,000,000.",
            "The number of rows of the check nobody_is_missing is 1,000.");
    assertThat(call("drop", url, "--yes").well().out())
        .isEqualTo("Dropped 2 tables of own: account, journal\n");
  }

  @Test
  void sameFile_runsOnMongoDb() {
    Calls.Result run =
        call("run", "embedded:mongo", "--threads", "1", "--events", "300", "--verify").well();
    assertThat(run.out()).contains("The number of the check total is 1,000,000.");
  }

  @Test
  void values_areDrawnAsTheFileSays_andKeptFromRows() throws Exception {
    call("run", h2(), "--threads", "1", "--events", "300", "--verify").well();
    assertThat(texts("SELECT COUNT(*) FROM account WHERE balance = 1000"))
        .as("most accounts are untouched by 300 transactions, some are not")
        .allSatisfy(count -> assertThat(Integer.parseInt(count)).isBetween(400, 990));
    assertThat(texts("SELECT note FROM journal")).allMatch(note -> note.matches("[a-z]{4}-\\d{4}"));
    assertThat(texts("SELECT note FROM journal").size()).isBetween(200, 280);
    assertThat(texts("SELECT amount FROM journal WHERE amount NOT BETWEEN 1 AND 500")).isEmpty();
    assertThat(texts("SELECT debtor FROM journal WHERE debtor NOT BETWEEN 1 AND 1000")).isEmpty();
    assertThat(
            texts(
                "SELECT before FROM journal j WHERE before <> 1000 AND NOT EXISTS (SELECT 1 FROM"
                    + " journal o WHERE o.debtor = j.debtor AND o.amount <> j.amount"
                    + " OR o.creditor = j.debtor)"))
        .as("a balance before a transfer is only another one if there was another transfer")
        .isEmpty();
  }

  /** A fraction is not cut off, neither in a check nor in a value that a step keeps. */
  @ParameterizedTest
  @ValueSource(strings = {"h2:file:", "sqlite:"})
  void fractions_areRefused_orKeptAsTexts(String scheme) throws Exception {
    String url = scheme + directory.resolve("fractions");
    file =
        Files.writeString(
            directory.resolve("fractions.yaml"),
            """
            transactions:
              price:
                steps:
                - {name: first, sql: SELECT 1.5 AS total, keep: {total: before}}
                - {name: second, sql: 'SELECT :before'}
            verify:
              total: {sql: SELECT 1.5, equals: 1}
            """);
    assertThat(call("verify", url).lastError())
        .contains("The check total: 1.5 is not a whole number");
    assertThat(call("run", url, "--events", "5").lastError()).contains("1.5 is not a whole number");
    Files.writeString(file, Files.readString(file).replace("total: before", "total: before:text"));
    call("run", url, "--events", "5").well();
  }

  @Test
  void verification_findsWhatIsWrong() throws Exception {
    call("load", h2()).well();
    texts("UPDATE account SET balance = balance + 7 WHERE id = 3");
    texts("DELETE FROM account WHERE id = 4");
    Calls.Result verified = call("verify", h2());
    assertThat(verified.exit()).isEqualTo(1);
    assertThat(verified.out())
        .contains(
            "The number of the check total is 999,007, not 1,000,000",
            "The number of rows of the check nobody_is_missing is 999, not 1,000");
  }

  @Test
  void rows_thatAStepMisses_areUnexpected() throws Exception {
    call("load", h2()).well();
    texts("DELETE FROM account");
    Calls.Result run = call("run", h2(), "--threads", "1", "--events", "50");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("results of look_before had fewer rows");
  }

  @Test
  void explain_andDryRun_showEveryStatement() {
    String explained =
        new Calls(directory)
            .run("explain", "own", "--file", file.toString(), "--url", "h2")
            .well()
            .out();
    assertThat(explained)
        .contains("CREATE TABLE account", "CREATE INDEX by_debtor", "SET balance = balance - ?");
    assertThat(
            new Calls(directory)
                .run("explain", "own", "--file", file.toString(), "--url", "mongo")
                .well()
                .out())
        .contains("{\"create\": \"account\"}", "{\"$inc\": {\"balance\": \"?less\"}}");
    assertThat(call("run", h2(), "--dry-run").well().out())
        .contains("absent; the run loads them", "loaded      1,000 rows", "A dry run");
  }

  @Test
  void settings_replaceTheLawOfAValue() throws Exception {
    call("run", h2(), "--threads", "1", "--events", "50", "-p", "amount=uniform:7..7").well();
    assertThat(texts("SELECT DISTINCT amount FROM journal")).containsExactly("7");
    assertThat(call("run", h2(), "-p", "amuont=uniform:7..7").lastError())
        .contains("-p amuont: " + file + " has no such value; did you mean amount?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          amount: uniform:1..500 | amount: unifrom:1..500 | line 4, key values.amount: 'unifrom' is not a source of values; did you mean uniform?
          amount: uniform:1..500 | amount: uniform:1 | line 4, key values.amount: uniform takes a range
          amount: uniform:1..500 | amount: uniform:500..1 | line 4, key values.amount: No number lies between 500 and 1
          minus:amount | minus:amuont | line 5, key values.less: no value amuont is declared before; did you mean amount?
          weight: 8 | weihgt: 8 | line 22, key transactions.transfer.weihgt: there is no such key; did you mean weight?
          weight: 8 | weight: 0 | line 22, key transactions.transfer.weight: must be within 1 and 1000000, not 0
          weight: 8 | weight: many | line 22, key transactions.transfer.weight: 'many' is not a whole number
          begin: true | begin: yes | line 23, key transactions.transfer.begin: must be true or false
          name: withdraw | name: With-draw | 'With-draw' is not a valid name
          name: withdraw | name: deposit | key transactions.transfer.steps.name: the name deposit is taken
          balance - :amount | balance - :amuont | line 31, key transactions.transfer.steps.sql: no value amuont is declared: did you mean amount?
          {balance: ":less"} | {balance: ":lses"} | no value lses is declared: did you mean less?
          {balance: before} | {balance: note} | key transactions.transfer.steps.keep.balance: the value note is drawn already
          rows: 1000 | rows: 0 | must be 1 or more
          key: id | key: idd | key tables.account.key: insert has no column idd; did you mean id?
          id: ":row" | id: ":rwo" | key tables.account.insert.id: no value rwo is declared: did you mean row?
          equals: 1000000 | equal: 1000000 | key verify.total.equal: there is no such key; did you mean equals?
          note:   text:@@@@-#### | note:   text:@@@@-####\\n  idle: now | key values.idle: no statement and no insert names this value
          """)
  void mistake_isNamed_withFileAndLine(String text, String wrong, String message)
      throws IOException {
    assertThat(BANK).contains(text);
    Files.writeString(
        file,
        BANK.replaceFirst(
            Pattern.quote(text), Matcher.quoteReplacement(wrong.replace("\\n", "\n"))));
    Calls.Result result = call("run", h2());
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.lastError()).contains(file.toString()).contains(message);
  }

  @Test
  void transactionWithoutSteps_isRefused() throws IOException {
    Files.writeString(file, "transactions:\n  idle:\n    steps: []\n");
    assertThat(call("run", h2()).lastError())
        .contains("line 3, key transactions.idle.steps: has no step");
    Files.writeString(file, "transactions:\n  idle: {weight: 2}\n");
    assertThat(call("run", h2()).lastError()).contains("the key steps is missing");
    Files.writeString(file, "transactions: {}\n");
    assertThat(call("run", h2()).lastError()).contains("has no transaction");
  }

  @Test
  void statementThatTheServerRefuses_endsTheLoadBeforeARow() throws Exception {
    Files.writeString(file, BANK.replace("SELECT SUM(balance)", "SELECT SUM(ballance)"));
    Calls.Result result = call("load", h2());
    assertThat(result.exit()).isNotZero();
    assertThat(result.lastError())
        .contains(file + ", line 52, key verify.total: ")
        .containsIgnoringCase("ballance");
    assertThat(
            texts("SELECT table_name FROM information_schema.tables WHERE table_schema='PUBLIC'"))
        .doesNotContain("ACCOUNT", "JOURNAL");
  }

  /** Also with several loaders: none inserts while another one finds the mistake. */
  @Test
  void loaders_insertNothing_ifAStatementIsRefused() throws Exception {
    Files.writeString(file, BANK.replace("SELECT SUM(balance)", "SELECT SUM(ballance)"));
    for (int i = 0; i < 5; i++) {
      assertThat(call("load", h2(), "--threads", "4").err()).doesNotContain("rows/s");
    }
  }

  /** A user has several files, with tables each. */
  @Test
  void drop_leavesTheTablesOfAnotherFile() throws Exception {
    call("load", h2()).well();
    Files.writeString(
        file,
        "tables:\n  other: {sql: CREATE TABLE other (id INT)}\n"
            + "transactions: {read: {steps: [{sql: SELECT * FROM other}]}}\n");
    call("load", h2()).well();
    assertThat(call("drop", h2(), "--yes").well().out())
        .isEqualTo("Dropped 1 table of own: other\n");
    Files.writeString(file, BANK);
    assertThat(call("drop", h2(), "--yes").well().out())
        .isEqualTo("Dropped 2 tables of own: account, journal\n");
  }

  @Test
  void databaseWithoutAText_isNamed() throws IOException {
    Files.writeString(file, "transactions:\n  one:\n    steps:\n    - sql: SELECT 1\n");
    assertThat(call("run", "embedded:mongo").lastError())
        .contains("select has no text for the mongo binding");
  }

  @Test
  void roles_haveTheirTransactionsAndClients() throws IOException {
    Files.writeString(
        file,
        """
        values: {id: 'uniform:1..10'}
        roles:
          readers:
            threads: 2
            transactions:
              read: {steps: [{sql: 'SELECT v FROM t WHERE id = :id', rows: 1}]}
          writers:
            threads: 1
            transactions:
              change: {steps: [{sql: 'UPDATE t SET v = v + 1 WHERE id = :id'}]}
        tables:
          t: {rows: 10, sql: 'CREATE TABLE t (id INT PRIMARY KEY, v INT)', insert: {id: ":row", v: 0}}
        """);
    Calls.Result run = call("run", h2(), "--seconds", "1", "--verbose").well();
    assertThat(run.out()).contains("readers", "writers", "select_t", "update_t");
  }
}
