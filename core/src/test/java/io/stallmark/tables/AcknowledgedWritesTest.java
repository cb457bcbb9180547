package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgedWritesTest {

  @TempDir private Path directory;

  @Test
  void record_isReadAsItWasWritten() throws IOException {
    AcknowledgedWrites writes =
        new AcknowledgedWrites("timeseries", Map.of("events", 1L << 40, "unfinished.3", 7L));
    writes.write(directory);
    assertThat(AcknowledgedWrites.read(directory)).isEqualTo(writes);
  }

  @Test
  void directoryWithoutARecord_isRefused() {
    assertThatThrownBy(() -> AcknowledgedWrites.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no acknowledged.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"numbers\":{\"events\":\"many\"}}", "{\"a\":1}"})
  void damagedRecord_isRefusedInOneLine(String content) throws IOException {
    Files.writeString(directory.resolve("acknowledged.json"), content);
    assertThatThrownBy(() -> AcknowledgedWrites.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged")
        .hasMessageMatching("[^\n]*");
  }
}
