package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Table;
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
        "row_format  | compressed    | ENGINE=InnoDB ROW_FORMAT=COMPRESSED_X        | was made without row_format=compressed",
        "charset     | utf8mb4       | ENGINE=InnoDB DEFAULT CHARSET=utf8mb4        |",
        "compression | tokudb_small  | ENGINE=TokuDB `COMPRESSION`='TOKUDB_SMALL'   |",
        "compression | zlib          | ENGINE=InnoDB /*!50700 COMPRESSION='zlib' */ |",
        "compression | lz4           | ENGINE=InnoDB /*!50700 COMPRESSION='zlib' */ | was made without compression=lz4"
      })
  void theDefinitionIsSearchedForEachOption(
      String name, String value, String options, String difference) {
    assertThat(
            StorageOptions.difference(
                with(name, value),
                "CREATE TABLE `sbtest1` (\n  `c` char(120) DEFAULT ''\n) " + options))
        .isEqualTo(difference);
  }
}
