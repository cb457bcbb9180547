package io.stallmark.mysql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EmbeddedUrlTest {

  @Test
  void theDefaultIsDurable() {
    assertThat(EmbeddedUrl.parse("embedded:mysql"))
        .isEqualTo(new EmbeddedUrl("512M", "full", Path.of(System.getProperty("java.io.tmpdir"))));
    assertThat(EmbeddedUrl.parse("embedded:mysql").flushLogAtCommit()).isEqualTo(1);
  }

  @Test
  void optionsAreUnderstood() {
    assertThat(EmbeddedUrl.parse("embedded:mysql?buffer_pool=2g&durability=os&dir=/x"))
        .isEqualTo(new EmbeddedUrl("2G", "os", Path.of("/x")));
    assertThat(EmbeddedUrl.parse("embedded:mysql?durability=OS").flushLogAtCommit()).isEqualTo(2);
    assertThat(EmbeddedUrl.parse("embedded:mysql?durability=none").flushLogAtCommit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"16777216,16777216", "64k,65536", "16M,16777216", "2G,2147483648"})
  void sizesAreRead(String size, double bytes) {
    assertThat(EmbeddedUrl.parse("embedded:mysql?buffer_pool=" + size).bufferPoolBytes())
        .isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "embedded:mysql5                 | The URL of the embedded server is embedded:mysql or embedded:mysql?buffer_pool=1G&durability=os",
        "embedded:mysql?pool=1           | The embedded server has the options buffer_pool, durability and dir, not pool",
        "embedded:mysql?buffer_pool=lots | buffer_pool is a size such as 256M or 2G, not lots",
        "embedded:mysql?durability=some  | durability is full, os or none, not some"
      })
  void whatIsWrongIsSaid(String url, String message) {
    assertThatThrownBy(() -> EmbeddedUrl.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
