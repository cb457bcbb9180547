package io.stallmark.mysql;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.TableState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How tables are made, recognised and described on a real server, through each driver. */
final class TablesTest extends OnServer {

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
            String.format(
                Locale.ROOT,
                "CREATE TABLE sbtest1(id %s NOT NULL AUTO_INCREMENT, k %s DEFAULT '0' NOT NULL,"
                    + " c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL,"
                    + " PRIMARY KEY (id)) /*! ENGINE = innodb */",
                integer,
                integer));
        assertThat(database.inspect(SBTEST))
            .isEqualTo(new TableState.Different("has no index k_1 (k)"));
        client.sql("CREATE INDEX k_1 ON sbtest1(k)");
        assertThat(database.inspect(SBTEST)).isEqualTo(new TableState.Present());
        assertThat(database.inspect(SBTEST.withStorage(Map.of("engine", "InnoDB"))))
            .isEqualTo(new TableState.Present());
      }
    }
  }

  private static final Column LINK_TYPE = new Column("link_type", Type.UNSIGNED64, Fill.ZERO);

  private static final Table LINKS =
      new Table(
          "linktable",
          List.of(
              new Column("id1", Type.UNSIGNED64, Fill.ZERO),
              new Column("id2", Type.UNSIGNED64, Fill.ZERO),
              LINK_TYPE,
              new Column("visibility", Type.INT8, Fill.ZERO),
              new Column("data", new Type.Bytes(255), Fill.ZERO),
              new Column("time", Type.UNSIGNED64, Fill.ZERO),
              new Column("version", Type.UNSIGNED32, Fill.ZERO)),
          List.of("link_type", "id1", "id2"),
          List.of(
              new Index(
                  "id1_type",
                  List.of("id1", "link_type", "visibility", "time", "id2", "version", "data"),
                  false)),
          new TableLayout.Partitioned("id1", 16, TableLayout.Partitioned.By.KEY),
          Map.of());

  private static final Table NODES =
      new Table(
          "nodetable",
          List.of(
              new Column("id", Type.UNSIGNED64, Fill.AUTO_INCREMENT),
              new Column("type", Type.UNSIGNED32, Fill.REQUIRED),
              new Column("version", Type.UNSIGNED64, Fill.REQUIRED),
              new Column("time", Type.UNSIGNED32, Fill.REQUIRED),
              new Column("data", new Type.Bytes(1 << 20), Fill.REQUIRED)),
          List.of("id"),
          List.of(),
          Map.of());

  private static final Table COUNTS =
      new Table(
          "counttable",
          List.of(
              new Column("id", Type.UNSIGNED64, Fill.ZERO),
              LINK_TYPE,
              new Column("count", Type.UNSIGNED32, Fill.ZERO),
              new Column("time", Type.UNSIGNED64, Fill.ZERO),
              new Column("version", Type.UNSIGNED64, Fill.ZERO)),
          List.of("id", "link_type"),
          List.of(),
          Map.of());

  /** The definitions of LinkBench's README. */
  private static final Map<Table, String> LINKBENCH =
      Map.of(
          COUNTS,
          "CREATE TABLE counttable (id bigint(20) unsigned NOT NULL DEFAULT '0',"
              + " link_type bigint(20) unsigned NOT NULL DEFAULT '0',"
              + " count int(10) unsigned NOT NULL DEFAULT '0',"
              + " time bigint(20) unsigned NOT NULL DEFAULT '0',"
              + " version bigint(20) unsigned NOT NULL DEFAULT '0',"
              + " PRIMARY KEY (id, link_type)) ENGINE=InnoDB DEFAULT CHARSET=%s",
          LINKS,
          "CREATE TABLE linktable (id1 bigint(20) unsigned NOT NULL DEFAULT '0',"
              + " id2 bigint(20) unsigned NOT NULL DEFAULT '0',"
              + " link_type bigint(20) unsigned NOT NULL DEFAULT '0',"
              + " visibility tinyint(3) NOT NULL DEFAULT '0',"
              + " data varchar(255) NOT NULL DEFAULT '',"
              + " time bigint(20) unsigned NOT NULL DEFAULT '0',"
              + " version int(11) unsigned NOT NULL DEFAULT '0',"
              + " PRIMARY KEY (link_type, id1, id2),"
              + " KEY id1_type (id1, link_type, visibility, time, id2, version, data))"
              + " ENGINE=InnoDB DEFAULT CHARSET=%s PARTITION BY key(id1) PARTITIONS 16",
          NODES,
          "CREATE TABLE nodetable (id bigint(20) unsigned NOT NULL AUTO_INCREMENT,"
              + " type int(10) unsigned NOT NULL, version bigint(20) unsigned NOT NULL,"
              + " time int(10) unsigned NOT NULL, data mediumtext NOT NULL, primary key(id))"
              + " ENGINE=InnoDB DEFAULT CHARSET=%s");

  @Test
  void whatLinkBenchMadeItRecognises() throws DbException {
    try (Client client = client()) {
      for (var made : LINKBENCH.entrySet()) {
        Table table = made.getKey();
        database.drop(table);
        client.sql(String.format(Locale.ROOT, made.getValue(), "latin1"));
        assertThat(database.inspect(table)).isEqualTo(new TableState.Present());
        String theirs = definition(client, table);
        database.drop(table);
        client.sql(String.format(Locale.ROOT, made.getValue(), "utf8mb4"));
        assertThat(database.inspect(table))
            .isEqualTo(
                table == COUNTS // of numbers alone, as we made it once
                    ? new TableState.Present()
                    : new TableState.Different("was created without charset=latin1"));
        database.drop(table);
        database.create(table);
        database.createIndexes(table);
        assertThat(database.inspect(table)).isEqualTo(new TableState.Present());
        assertThat(definition(client, table)).isEqualTo(theirs);
        database.drop(table);
      }
    }
  }

  /** As the server shows it, but for the widths that integers are displayed with. */
  private static String definition(Client client, Table table) throws DbException {
    byte[] text = new byte[10_000];
    int[] length = new int[1];
    Op show = Fixtures.sql("SHOW CREATE TABLE " + table.name());
    client.session.prepare(show).execute(Args.of(show), row -> length[0] = row.getText(1, text));
    return new String(text, 0, length[0], StandardCharsets.ISO_8859_1)
        .replaceAll("int\\(\\d+\\)", "int");
  }

  @Test
  void charsetOfATableOfNumbersIsWhatStorageSays() throws DbException {
    Table table = COUNTS.withStorage(Map.of("charset", "utf8mb4"));
    database.create(table);
    try (Client client = client()) {
      assertThat(definition(client, table)).contains("CHARSET=utf8mb4");
    } finally {
      database.drop(table);
    }
  }

  @Test
  void bytesInAnotherCharacterSetAreRefused() {
    assertThatThrownBy(() -> database.create(NODES.withStorage(Map.of("charset", "utf8mb4"))))
        .hasMessageContaining("requires latin1");
  }

  @Test
  void whatDiffersIsNamed() throws DbException {
    Map<String, String> differences =
        Map.ofEntries(
            entry("DROP COLUMN pad", "has no column pad"),
            entry("ADD COLUMN extra INT NOT NULL", "has a column extra too many"),
            entry("MODIFY c CHAR(100) NOT NULL", "has a column c of type CHAR(100), not CHAR(120)"),
            entry(
                "MODIFY c VARCHAR(120) NOT NULL",
                "has a column c of type VARCHAR(120), not CHAR(120)"),
            entry("MODIFY k BIGINT NOT NULL", "has a column k of type BIGINT, not INTEGER"),
            entry("MODIFY k MEDIUMINT NOT NULL", "has a column k of type MEDIUMINT, not INTEGER"),
            entry("MODIFY k INT", "has a column k that allows NULL"),
            entry("MODIFY id INT NOT NULL", "has a column id that is not auto-increment"),
            entry(
                "DROP INDEX k_1, ADD INDEX k_1 (k, pad)", "has an index k_1 (k, pad), not k_1 (k)"),
            entry(
                "DROP INDEX k_1, ADD UNIQUE INDEX k_1 (k)",
                "has an index unique k_1 (k), not k_1 (k)"),
            entry("DROP PRIMARY KEY, ADD PRIMARY KEY (id, k)", "has the primary key (id, k)"),
            entry("ADD INDEX k_2 (k, id)", "has an index k_2 (k, id) too many"),
            entry("ADD UNIQUE INDEX twice (id)", "has an index unique twice (id) too many"));
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
          .isEqualTo(new TableState.Different("was created without row_format=compressed"));
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
  void aTableWhoseEngineUndoesNothingIsNotTakenForTheStandardOne() throws DbException {
    Map<String, String> aria = Map.of("engine", "Aria");
    Table table = Fixtures.table("sbtest9");
    database.create(table.withStorage(aria));
    database.createIndexes(table.withStorage(aria));
    try {
      assertThat(database.inspect(table))
          .isInstanceOfSatisfying(
              TableState.Different.class,
              d ->
                  assertThat(d.difference())
                      .startsWith("is in Aria, which has no transactions (--storage engine=Aria"));
    } finally {
      database.drop(table);
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
  void transactionsAreThereOnEnginesThatUndoOnly() throws DbException {
    for (String engine : List.of("MyISAM", "aria", "MEMORY")) {
      assertThat(database.capabilities(TableLayout.PLAIN, Map.of("engine", engine)))
          .as(engine)
          .doesNotContain(Capability.TRANSACTIONS)
          .contains(Capability.SUM);
    }
    assertThat(
            database.capabilities(
                TableLayout.PLAIN, Map.of("engine", "innodb", "row_format", "COMPRESSED")))
        .contains(Capability.TRANSACTIONS);
    assertThat(database.capabilities(TableLayout.PLAIN, Map.of()))
        .contains(Capability.TRANSACTIONS);
    // The server does not have it, and says so when a table is made.
    assertThat(database.capabilities(TableLayout.PLAIN, Map.of("engine", "RocksDB")))
        .contains(Capability.TRANSACTIONS);
  }

  @Test
  void anOptionThatTheServerDoesNotTakeIsPutDownToStorage() {
    for (Map<String, String> storage :
        List.of(Map.of("row_format", "NONSENSE"), Map.of("nonsense", "1"))) {
      Table table = Fixtures.table("sbtest9").withStorage(storage);
      assertThatThrownBy(() -> database.create(table))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.REFUSED);
                assertThat(e.getMessage())
                    .startsWith("The server does not accept --storage ")
                    .containsIgnoringCase("nonsense");
              });
    }
  }

  @Test
  void sizes_sendOnlyWhatTheEngineOfTheTablesNeeds() throws DbException {
    assertThat(sentForSize(Map.of())).containsExactly("ANALYZE TABLE sbtest1");
    assertThat(sentForSize(Map.of("engine", "Aria"))).isEmpty(); // counts exactly
  }

  private List<String> sentForSize(Map<String, String> storage) throws DbException {
    Table table = SBTEST.withStorage(storage);
    database.drop(table);
    database.create(table);
    try (Client client = client()) {
      client.sql("TRUNCATE mysql.general_log");
      client.sql("SET GLOBAL log_output = 'TABLE', GLOBAL general_log = ON");
      assertThat(database.size(List.of(table), true)).isPresent();
      client.sql("SET GLOBAL general_log = OFF");
      return client.texts(
          "SELECT argument FROM mysql.general_log WHERE command_type = 'Query'"
              + " AND (argument LIKE 'ANALYZE%' OR argument LIKE 'SET GLOBAL rocksdb%')");
    }
  }

  @Test
  void warnings_concernTheEngineOfTheTables() throws DbException {
    Table inInnoDb = Fixtures.table("sbtest9");
    Table inAria = inInnoDb.withStorage(Map.of("Engine", "aria"));
    try (Client client = client()) {
      client.sql("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
      database.drop(inAria);
      assertThat(warnings(inAria)).isEmpty();
      assertThat(warnings(inInnoDb)).hasSize(1);
      assertThat(database.facts(List.of()).warnings()).hasSize(1);
      database.create(inAria);
      assertThat(warnings(inInnoDb)).isEmpty(); // by the table that exists
      database.drop(inAria);
    } finally {
      try (Client client = client()) {
        client.sql("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
      }
    }
  }

  private List<String> warnings(Table table) throws DbException {
    return database.facts(List.of(table)).warnings();
  }

  @ParameterizedTest
  @CsvSource({"'', InnoDB", "RocksDB, MyRocks", "tokudb, TokuDB", "Aria, Aria"})
  void theEngineOfTheTables_isNamedAsUsersKnowIt(String declared, String name) throws DbException {
    Map<String, String> storage = declared.isEmpty() ? Map.of() : Map.of("engine", declared);
    Table table = Fixtures.table("sbtest8").withStorage(storage);
    assertThat(database.facts(List.of(table)).values()).containsEntry("storage engine", name);
  }

  @Test
  void theFactsNameServerDriverAndDurability() throws DbException {
    Facts facts = database.facts(List.of());
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
