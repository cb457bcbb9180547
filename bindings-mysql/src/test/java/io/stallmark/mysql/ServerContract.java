package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Facts;
import io.stallmark.spi.Statement;
import io.stallmark.spi.TableState;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What the binding does with a real server; a subclass for each driver. */
@TestInstance(Lifecycle.PER_CLASS)
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the embedded server of the tests is built for Linux on x86-64")
@SuppressWarnings("NullAway.Init")
abstract class ServerContract {

  static final Table SBTEST = Fixtures.table("sbtest1");

  private final String driver;
  Database database;

  ServerContract(String driver) {
    this.driver = driver;
  }

  @BeforeAll
  void start() throws DbException {
    database = new MySqlDialect().open(Fixtures.target("embedded:mysql?buffer_pool=64M", driver));
  }

  @AfterAll
  void stop() {
    database.close();
  }

  @BeforeEach
  void emptyTable() throws DbException {
    database.drop(SBTEST);
    database.create(SBTEST);
    database.createIndexes(SBTEST);
  }

  private Client client() throws DbException {
    return new Client(database);
  }

  private static void load(Client client, int rows) throws DbException {
    Op.Insert insert = Fixtures.insert(SBTEST, rows);
    Client.insert(client.session.prepare(insert), insert, 1, rows);
  }

  @Test
  void everyKindOfOperationDoesWhatItSays() throws DbException {
    try (Client client = client()) {
      load(client, 20);
      assertThat(client.texts(Fixtures.point(SBTEST), 7)).containsExactly("c7");
      assertThat(client.numbers(Fixtures.range(SBTEST, new Select.Sum("k")), 1, 4))
          .containsExactly(100L);
      assertThat(client.texts(Fixtures.range(SBTEST, Select.columns("c")).orderBy("c"), 9, 11))
          .containsExactly("c10", "c11", "c9");
      assertThat(
              client.texts(Fixtures.range(SBTEST, new Select.Distinct("pad")).orderBy("pad"), 3, 4))
          .containsExactly("pad3", "pad4");
      assertThat(client.run(Fixtures.addToK(SBTEST), 7)).isEqualTo(1);
      assertThat(client.run(Fixtures.setC(SBTEST), "new", 7)).isEqualTo(1);
      assertThat(client.run(Fixtures.delete(SBTEST), 8)).isEqualTo(1);
      assertThat(client.run(Fixtures.delete(SBTEST), 8)).isZero();
      assertThat(client.texts(Fixtures.point(SBTEST), 7)).containsExactly("new");
      assertThat(client.numbers(Fixtures.range(SBTEST, Select.columns("k")), 7, 8))
          .containsExactly(71L);
      assertThat(client.numbers(Fixtures.count(SBTEST))).containsExactly(19L);
      assertThat(client.run(Fixtures.range(SBTEST, Select.columns("c")), 1, 10)).isEqualTo(9);
      assertThat(client.numbers(Fixtures.range(SBTEST, Select.columns("k")).lastBy("k"), 1, 10))
          .containsExactly(100L);
      assertThat(client.numbers(Fixtures.range(SBTEST, Select.columns("k")).using("k_1"), 1, 1))
          .containsExactly(10L);
    }
  }

  @Test
  void aSumOverNothingIsZero() throws DbException {
    try (Client client = client()) {
      assertThat(client.numbers(Fixtures.range(SBTEST, new Select.Sum("k")), 1, 4))
          .containsExactly(0L);
    }
  }

  @Test
  void aBatchMayEndShortAndBeFullAgain() throws DbException {
    try (Client client = client()) {
      Op.Insert insert = Fixtures.insert(SBTEST, 100);
      Statement batch = client.session.prepare(insert);
      assertThat(Client.insert(batch, insert, 1, 100)).isEqualTo(100);
      assertThat(Client.insert(batch, insert, 101, 130)).isEqualTo(30);
      assertThat(Client.insert(batch, insert, 131, 131)).isEqualTo(1);
      assertThat(Client.insert(batch, insert, 132, 231)).isEqualTo(100);
      assertThat(client.numbers(Fixtures.count(SBTEST))).containsExactly(231L);
      assertThat(client.texts(Fixtures.point(SBTEST), 130)).containsExactly("c130");
      assertThat(client.numbers(Fixtures.range(SBTEST, new Select.Sum("k")), 1, 231))
          .containsExactly(10L * 231 * 232 / 2);
    }
  }

  @Test
  void aColumnLeftOutIsFilled() throws DbException {
    Op.Insert insert =
        new Op.Insert(
            "insert",
            List.of(new Param("k", Type.INT32)),
            SBTEST,
            List.of("k"),
            List.of(Value.slot("k")),
            1);
    try (Client client = client()) {
      client.run(insert, 5);
      client.run(insert, 6);
      assertThat(client.numbers(Fixtures.range(SBTEST, Select.columns("id")), 1, 9))
          .containsExactly(1L, 2L);
      assertThat(client.texts(Fixtures.point(SBTEST), 2)).containsExactly("");
    }
  }

  @Test
  void integersAndDoublesKeepTheirValue() throws DbException {
    Op.Native echo =
        new Op.Native(
            "echo",
            List.of(new Param("l", Type.INT64), new Param("d", Type.FLOAT64)),
            Map.of("mysql", "SELECT :l, :d, :l + 1"));
    try (Client client = client()) {
      var args = Args.of(echo).set(0, Long.MAX_VALUE - 1).set(1, 0.1);
      client
          .session
          .prepare(echo)
          .execute(
              args,
              row -> {
                assertThat(row.getLong(0)).isEqualTo(Long.MAX_VALUE - 1);
                assertThat(row.getDouble(1)).isEqualTo(0.1);
                assertThat(row.getLong(2)).isEqualTo(Long.MAX_VALUE);
              });
    }
  }

  @Test
  void aRollbackUndoesAndACommitKeeps() throws DbException {
    try (Client client = client();
        Client other = client()) {
      assertThat(database.capabilities()).contains(Capability.TRANSACTIONS);
      load(client, 3);
      client.session.begin();
      client.run(Fixtures.delete(SBTEST), 1);
      assertThat(other.numbers(Fixtures.count(SBTEST))).containsExactly(3L);
      client.session.rollback();
      assertThat(client.numbers(Fixtures.count(SBTEST))).containsExactly(3L);
      client.session.begin();
      client.run(Fixtures.delete(SBTEST), 1);
      client.session.commit();
      client.session.rollback();
      assertThat(other.numbers(Fixtures.count(SBTEST))).containsExactly(2L);
      client.run(Fixtures.delete(SBTEST), 2);
      assertThat(other.numbers(Fixtures.count(SBTEST))).as("autocommit").containsExactly(1L);
    }
  }

  @Test
  void aTransactionIsTheseCommandsAndNoOthers() throws DbException {
    try (Client client = client();
        Client admin = client()) {
      load(client, 3);
      Statement point = client.session.prepare(Fixtures.point(SBTEST));
      var args = Args.of(Fixtures.point(SBTEST)).set(0, 2);
      long id = client.numbers(Fixtures.sql("SELECT connection_id()")).get(0);
      admin.sql("SET GLOBAL log_output = 'TABLE', GLOBAL general_log = ON");
      client.session.begin();
      point.execute(args, null);
      point.execute(args, null);
      client.session.commit();
      client.session.rollback();
      admin.sql("SET GLOBAL general_log = OFF");
      assertThat(
              admin.texts(
                  "SELECT CONCAT(command_type, ' ', argument) FROM mysql.general_log"
                      + " WHERE thread_id = "
                      + id))
          .containsExactly(
              "Query BEGIN",
              "Execute SELECT c FROM sbtest1 WHERE id=?",
              "Execute SELECT c FROM sbtest1 WHERE id=?",
              "Query COMMIT");
    }
  }

  @Test
  void aDuplicateKeyIsSaidToBeOne() throws DbException {
    try (Client client = client()) {
      load(client, 3);
      assertThatThrownBy(() -> client.run(Fixtures.insert(SBTEST, 1), 2, 0, "c", "pad"))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.DUPLICATE_KEY);
                assertThat(e.code()).isEqualTo("1062");
                assertThat(e)
                    .hasMessage("Duplicate entry '2' for key 'PRIMARY'")
                    .hasCauseInstanceOf(SQLException.class);
              });
    }
  }

  @Test
  void oneOfTwoInADeadlockMayRetry() throws Exception {
    try (Client one = client();
        Client two = client()) {
      load(one, 2);
      CyclicBarrier both = new CyclicBarrier(2);
      var first = CompletableFuture.supplyAsync(() -> crosswise(one, both, 1, 2));
      var second = CompletableFuture.supplyAsync(() -> crosswise(two, both, 2, 1));
      List<String> outcome =
          List.of(first.get(30, TimeUnit.SECONDS), second.get(30, TimeUnit.SECONDS));
      assertThat(outcome).containsExactlyInAnyOrder("committed", "RETRY 1213");
    }
  }

  private static String crosswise(Client client, CyclicBarrier both, int first, int second) {
    try {
      client.session.begin();
      client.run(Fixtures.addToK(SBTEST), first);
      both.await();
      client.run(Fixtures.addToK(SBTEST), second);
      client.session.commit();
      return "committed";
    } catch (DbException e) {
      try {
        client.session.rollback();
      } catch (DbException again) {
        return again.toString();
      }
      return e.kind() + " " + e.code();
    } catch (Exception e) {
      return e.toString();
    }
  }

  @Test
  void aKilledConnectionIsAConnectionError() throws DbException {
    try (Client client = client();
        Client admin = client()) {
      long id = client.numbers(Fixtures.sql("SELECT connection_id()")).get(0);
      Statement point = client.session.prepare(Fixtures.point(SBTEST));
      var args = Args.of(Fixtures.point(SBTEST)).set(0, 2);
      admin.sql("KILL HARD CONNECTION " + id);
      assertThatThrownBy(() -> point.execute(args, null))
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONNECTION));
    }
  }

  @Test
  void aWrongStatementIsFatalWithTheServersWords() throws DbException {
    try (Client client = client()) {
      assertThatThrownBy(() -> client.sql("SELECT nothing FROM sbtest1"))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.FATAL);
                assertThat(e.getMessage())
                    .startsWith("Unknown column 'nothing'")
                    .doesNotContain("\n");
              });
    }
  }

  @Test
  void whatItMadeItRecognises() throws DbException {
    assertThat(database.inspect(SBTEST)).isInstanceOf(TableState.Present.class);
    assertThat(database.inspect(Fixtures.table("sbtest2"))).isInstanceOf(TableState.Absent.class);
    assertThat(database.inspect(Fixtures.table("sbtest_"))).isInstanceOf(TableState.Absent.class);
  }

  @Test
  void whatSysbenchMadeItRecognises() throws DbException {
    try (Client client = client()) {
      for (String integer : List.of("INTEGER", "INTEGER UNSIGNED")) {
        database.drop(SBTEST);
        client.sql(
            ("CREATE TABLE sbtest1(id %s NOT NULL AUTO_INCREMENT, k %s DEFAULT '0' NOT NULL,"
                    + " c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL,"
                    + " PRIMARY KEY (id)) /*! ENGINE = innodb */")
                .formatted(integer, integer));
        assertThat(database.inspect(SBTEST))
            .isEqualTo(new TableState.Different("has no index k_1 (k)"));
        client.sql("CREATE INDEX k_1 ON sbtest1(k)");
        assertThat(database.inspect(SBTEST)).isEqualTo(new TableState.Present());
        assertThat(database.inspect(SBTEST.withStorage(Map.of("engine", "InnoDB"))))
            .isEqualTo(new TableState.Present());
      }
    }
  }

  @Test
  void whatDiffersIsNamed() throws DbException {
    Map<String, String> differences =
        Map.of(
            "DROP COLUMN pad", "has no column pad",
            "ADD COLUMN extra INT NOT NULL", "has a column extra too many",
            "MODIFY c CHAR(100) NOT NULL", "has a column c of type CHAR(100), not CHAR(120)",
            "MODIFY c VARCHAR(120) NOT NULL", "has a column c of type VARCHAR(120), not CHAR(120)",
            "MODIFY k BIGINT NOT NULL", "has a column k of type BIGINT, not INTEGER",
            "MODIFY k INT", "has a column k that allows NULL",
            "MODIFY id INT NOT NULL", "has a column id that does not number rows by itself",
            "DROP INDEX k_1, ADD INDEX k_1 (k, pad)", "has an index k_1 (k, pad), not k_1 (k)",
            "DROP PRIMARY KEY, ADD PRIMARY KEY (id, k)", "has the primary key (id, k)",
            "ADD INDEX k_2 (k, id)", "has an index k_2 (k, id) too many");
    try (Client client = client()) {
      for (var difference : differences.entrySet()) {
        emptyTable();
        client.sql("ALTER TABLE sbtest1 " + difference.getKey());
        assertThat(database.inspect(SBTEST))
            .as(difference.getKey())
            .isEqualTo(new TableState.Different(difference.getValue()));
      }
      emptyTable();
      assertThat(database.inspect(SBTEST.withStorage(Map.of("engine", "Aria"))))
          .isEqualTo(new TableState.Different("is in InnoDB, not Aria"));
      assertThat(database.inspect(SBTEST.withStorage(Map.of("row_format", "compressed"))))
          .isEqualTo(new TableState.Different("was made without row_format=compressed"));
    }
  }

  @Test
  void storageOptionsReachTheServer() throws DbException {
    for (Map<String, String> storage :
        List.of(
            Map.of("engine", "innodb", "row_format", "COMPRESSED", "key_block_size", "8"),
            Map.of("page_compressed", "1"),
            Map.of("engine", "Aria", "transactional", "1"),
            Map.of("charset", "utf8mb4"))) {
      Table table = SBTEST.withStorage(storage);
      database.drop(table);
      database.create(table);
      database.createIndexes(table);
      assertThat(database.inspect(table))
          .as(storage.toString())
          .isEqualTo(new TableState.Present());
    }
  }

  @Test
  void anEngineThatTheServerLacksIsRefusedWithThoseItHas() {
    Table table = Fixtures.table("sbtest9").withStorage(Map.of("engine", "RocksDB"));
    assertThatThrownBy(() -> database.create(table))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.REFUSED);
              assertThat(e.getMessage())
                  .startsWith("The server has no storage engine RocksDB; it has Aria, ")
                  .contains("InnoDB")
                  .doesNotContain("BLACKHOLE2");
            });
  }

  @Test
  void theFactsNameServerDriverAndDurability() throws DbException {
    Facts facts = database.facts();
    assertThat(facts.values())
        .containsEntry("connection", "embedded server, Unix socket")
        .containsEntry("encryption", "off")
        .containsEntry("durability", "full")
        .containsEntry("innodb_flush_log_at_trx_commit", "1")
        .containsEntry("innodb_buffer_pool_size", Long.toString(64L << 20))
        .containsEntry("default_storage_engine", "InnoDB")
        .containsEntry("log_bin", "OFF");
    assertThat(facts.values().get("server")).startsWith("MariaDB 11.4");
    assertThat(facts.values().get("driver")).containsIgnoringCase(driver);
    assertThat(facts.warnings()).isEmpty();
  }
}
