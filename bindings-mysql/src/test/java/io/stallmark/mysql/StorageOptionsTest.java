package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StorageOptionsTest {

  private static Table with(String... pairs) {
    Map<String, String> storage = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      storage.put(pairs[i], pairs[i + 1]);
    }
    return Fixtures.table("sbtest1").withStorage(storage);
  }

  @Test
  void optionsFollowTheDefinitionInTheirOrder() {
    assertThat(
            new MySqlDialect()
                .explain(
                    with("engine", "InnoDB", "row_format", "COMPRESSED", "key_block_size", "8")))
        .containsExactly(
            "CREATE TABLE sbtest1 (id INTEGER NOT NULL AUTO_INCREMENT,"
                + " k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL,"
                + " pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id))"
                + " ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8",
            "CREATE INDEX k_1 ON sbtest1 (k)");
  }

  @Test
  void whatMySqlTakesAsAStringIsQuoted() {
    assertThat(StorageOptions.render(with("engine", "TokuDB", "compression", "TOKUDB_SMALL")))
        .isEqualTo("ENGINE=TokuDB COMPRESSION='TOKUDB_SMALL'");
  }

  @ParameterizedTest
  @CsvSource({"engine, 'InnoDB; DROP', 0", "engine, '', 0", "'row format', X, 0", "a=b, x, 0"})
  void whatCouldNotBeAnOptionIsRefused(String name, String value, int ignored) {
    assertThatThrownBy(() -> StorageOptions.render(with(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--storage " + name + "=" + value + " is not a table option");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "engine      | InnoDB        | ENGINE=InnoDB DEFAULT CHARSET=latin1         |",
        "engine      | ROCKSDB       | ENGINE=InnoDB DEFAULT CHARSET=latin1         | is in InnoDB, not ROCKSDB",
        "row_format  | compressed    | ENGINE=InnoDB ROW_FORMAT=COMPRESSED          |",
        "row_format  | compressed    | ENGINE=InnoDB ROW_FORMAT=COMPRESSED_X        | was created"
            + " without row_format=compressed",
        "charset     | utf8mb4       | ENGINE=InnoDB DEFAULT CHARSET=utf8mb4        |",
        "compression | tokudb_small  | ENGINE=TokuDB `COMPRESSION`='TOKUDB_SMALL'   |",
        "compression | zlib          | ENGINE=InnoDB /*!50700 COMPRESSION='zlib' */ |",
        "row_format  | dynamic       | ENGINE=InnoDB ROW_FORMAT=DYNAMIC\\n PARTITION BY HASH (`id`)\\nPARTITIONS 4 |",
        "engine      | Aria          | ENGINE=InnoDB\\n PARTITION BY HASH (`id`)\\nPARTITIONS 4 | is in InnoDB, not Aria",
        "compression | lz4           | ENGINE=InnoDB /*!50700 COMPRESSION='zlib' */ | was created"
            + " without compression=lz4"
      })
  void theDefinitionIsSearchedForEachOption(
      String name, String value, String options, String difference) {
    assertThat(
            StorageOptions.difference(
                with(name, value),
                "CREATE TABLE `sbtest1` (\n  `c` char(120) DEFAULT ''\n) "
                    + options.replace("\\n", "\n")))
        .isEqualTo(difference);
  }

  private static Table partitioned(int partitions) {
    Table table = Fixtures.table("sbtest1");
    return new Table(
        table.name(),
        table.columns(),
        table.primaryKey(),
        table.indexes(),
        new TableLayout.Partitioned("id", partitions),
        Map.of());
  }

  @Test
  void partitionsFollowTheOptions() {
    Table table = partitioned(4).withStorage(Map.of("engine", "InnoDB"));
    assertThat(new MySqlDialect().explain(table).get(0))
        .endsWith(") ENGINE=InnoDB PARTITION BY HASH (id) PARTITIONS 4");
  }

  @Test
  void partitionsThatDifferAreFound() {
    String divided =
        "CREATE TABLE `t` (\n  `id` int,\n  KEY `k` (`id`)\n) ENGINE=InnoDB\n"
            + " PARTITION BY HASH (`id`)\nPARTITIONS 4";
    assertThat(StorageOptions.divisionDifference(partitioned(4), divided)).isNull();
    assertThat(StorageOptions.divisionDifference(partitioned(5), divided))
        .isEqualTo("is not in 5 partitions by hash(id)");
    assertThat(StorageOptions.divisionDifference(with(), divided))
        .isEqualTo("is partitioned, but these settings have no partitions");
    assertThat(StorageOptions.divisionDifference(with(), "CREATE TABLE `t` (\n)")).isNull();
    assertThat(StorageOptions.difference(with("engine", "InnoDB"), divided)).isNull();
  }

  @Test
  void clusteringIsAnOptionOfSecondaryIndexes() {
    Table table = with("engine", "TokuDB", "clustering", "yes");
    assertThat(new MySqlDialect().explain(table))
        .last()
        .isEqualTo("CREATE INDEX k_1 ON sbtest1 (k) CLUSTERING=yes");
    String start = "CREATE TABLE `t` (\n  `id` int,\n  PRIMARY KEY (`id`)";
    String end = "\n) ENGINE=TokuDB";
    assertThat(StorageOptions.difference(table, start + end)).isNull();
    assertThat(
            StorageOptions.difference(table, start + ",\n  KEY `k` (`k`) `clustering`=yes" + end))
        .isNull();
    assertThat(StorageOptions.difference(table, start + ",\n  KEY `k` (`k`)" + end))
        .isEqualTo("was created without clustering=yes");
  }

  @Test
  void columnFamilyIsTheCommentOfEveryKey() {
    Table table = with("engine", "RocksDB", "column_family", "cf_zstd");
    assertThat(new MySqlDialect().explain(table).get(0))
        .endsWith("PRIMARY KEY (id) COMMENT 'cf_zstd') ENGINE=RocksDB");
    assertThat(new MySqlDialect().explain(table).get(1)).endsWith("(k) COMMENT 'cf_zstd'");
    String start = "CREATE TABLE `t` (\n  `id` int,\n  PRIMARY KEY (`id`)";
    String end = "\n) ENGINE=ROCKSDB";
    assertThat(StorageOptions.difference(table, start + " COMMENT 'cf_zstd'" + end)).isNull();
    assertThat(StorageOptions.difference(table, start + end))
        .isEqualTo("was created without column_family=cf_zstd");
  }

  @Test
  void insertFormsHaveTheirOwnVerbs() {
    MySqlDialect dialect = new MySqlDialect();
    assertThat(dialect.insertInto(Form.PLAIN)).isEqualTo("INSERT INTO");
    assertThat(dialect.insertInto(Form.IGNORE)).isEqualTo("INSERT IGNORE INTO");
    assertThat(dialect.insertInto(Form.REPLACE)).isEqualTo("REPLACE INTO");
    assertThatThrownBy(() -> dialect.insertInto(Form.UNORDERED))
        .hasMessageContaining("mysql does not know");
  }
}
