package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The cache of a MariaDB 11, which is the embedded server. */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the embedded server of the tests is built for Linux on x86-64")
final class EngineCacheIT {

  private static final long MIB = 1024 * 1024;

  @Test
  void innodbsPool_goesDownToTheMebibyte_andUpAgain() throws Exception {
    try (Database database =
        new MySqlDialect().open(Fixtures.target("embedded:mysql?buffer_pool=64M", null))) {
      Database.Cache cache = database.cache(Map.of()).orElseThrow();
      assertThat(cache.name()).isEqualTo("innodb_buffer_pool_size");
      assertThat(cache.bytes()).isEqualTo(64 * MIB);
      cache.resize(14_000_000);
      assertThat(cache.bytes()).isEqualTo(13 * MIB);
      assertThat(database.facts(List.of()).values())
          .containsEntry("innodb_buffer_pool_size", Long.toString(13 * MIB));
      cache.resize(64 * MIB);
      assertThat(cache.bytes()).isEqualTo(64 * MIB);
      assertThatThrownBy(() -> cache.resize(MIB))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.REFUSED);
                assertThat(e)
                    .hasMessageStartingWith(
                        "The server's innodb_buffer_pool_size is 67108864 and cannot be made"
                            + " 1048576: ")
                    .hasMessageEndingWith(
                        "; start the server with --innodb-buffer-pool-size=1048576");
              });
    }
  }

  @Test
  void engineWithoutAKnownCache_hasNone() throws Exception {
    try (Database database =
        new MySqlDialect().open(Fixtures.target("embedded:mysql?buffer_pool=64M", null))) {
      assertThat(database.cache(Map.of("engine", "MEMORY"))).isEmpty();
      assertThat(database.cache(Map.of("engine", "RocksDB"))).isEmpty(); // it has no such engine
      assertThat(database.cache(Map.of("ENGINE", "innodb"))).isPresent();
    }
  }
}
