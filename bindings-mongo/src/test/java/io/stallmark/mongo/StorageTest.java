package io.stallmark.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.mongo.command.Ops;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StorageTest {

  private static CollectionStorage storage(Map<String, String> options) {
    return CollectionStorage.of(Ops.TABLE.withStorage(options));
  }

  @Test
  void nothingAsked_isAPlainCollection() {
    assertThat(storage(Map.of()).create(Ops.TABLE).toJson()).isEqualTo("{\"create\": \"sbtest1\"}");
  }

  @Test
  void optionsBecomeThoseOfTheCommand() {
    assertThat(storage(Map.of("block_compressor", "zlib")).create(Ops.TABLE).toJson())
        .isEqualTo(
            "{\"create\": \"sbtest1\", \"storageEngine\": {\"wiredTiger\": {\"configString\":"
                + " \"block_compressor=zlib\"}}}");
    assertThat(storage(Map.of("clustered", "true")).create(Ops.TABLE).toJson())
        .isEqualTo(
            "{\"create\": \"sbtest1\", \"clusteredIndex\": {\"key\": {\"_id\": 1}, \"unique\":"
                + " true}}");
  }

  @Test
  void clusteredLayout_isTheOption_andNotItsContrary() {
    Table table = clustered(Map.of());
    assertThat(CollectionStorage.of(table).create(table).toJson()).contains("clusteredIndex");
    assertThatThrownBy(() -> CollectionStorage.of(clustered(Map.of("clustered", "false"))))
        .hasMessageContaining("remove clustered=false");
  }

  private static Table clustered(Map<String, String> storage) {
    Table plain = Ops.TABLE;
    return new Table(
        plain.name(),
        plain.columns(),
        plain.primaryKey(),
        List.of(),
        new TableLayout.Clustered(),
        storage);
  }

  @Test
  void unknownOptionsAndValues_areNamed() {
    assertThatThrownBy(() -> storage(Map.of("engine", "InnoDB")))
        .hasMessageContaining("no storage option engine")
        .hasMessageContaining("block_compressor=none|snappy|zlib|zstd");
    assertThatThrownBy(() -> storage(Map.of("block_compressor", "lz4")))
        .hasMessage("block_compressor=lz4: it is one of none, snappy, zlib, zstd");
    assertThatThrownBy(() -> storage(Map.of("clustered", "yes")))
        .hasMessage("clustered=yes: it is true or false");
  }

  @Test
  void differencesAreThoseAskedFor() {
    CollectionStorage actual = new CollectionStorage("snappy", false, null);
    assertThat(storage(Map.of()).difference(actual)).isNull();
    assertThat(storage(Map.of("block_compressor", "snappy")).difference(actual)).isNull();
    assertThat(storage(Map.of("block_compressor", "zstd")).difference(actual))
        .isEqualTo("has block_compressor=snappy, not zstd");
    assertThat(storage(Map.of("clustered", "true")).difference(actual))
        .isEqualTo("is not clustered");
    assertThat(
            storage(Map.of("block_compressor", "zstd"))
                .difference(new CollectionStorage(null, false, null)))
        .isEqualTo("has no block_compressor");
  }
}
