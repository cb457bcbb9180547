package io.stallmark.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RowHashTest {

  /** Computed with the Python package xxhash 3. */
  @ParameterizedTest
  @CsvSource({
    "0, ef46db3751d8e999",
    "1, e934a84adb052768",
    "4, ffced8604453cc1e",
    "7, 14cc643f630c72d2",
    "8, 884a173614b81b8d",
    "31, c346d2b59b4d8ee1",
    "32, cbf59c5116ff32b4",
    "33, c535d1acafb8ead",
    "63, e26aa9e2a95f8e4f",
    "64, f7c67301db6713f0",
    "100, 6ac1e58032166597",
    "256, 1facbe8406cd904b"
  })
  void hash_isXxh64(int length, String expected) {
    byte[] bytes = new byte[length + 6];
    for (int i = 0; i < length; i++) {
      bytes[3 + i] = (byte) i;
    }
    assertThat(Long.toHexString(RowHash.of(bytes, 3, length))).isEqualTo(expected);
  }

  @Test
  void hash_doesNotDependOnThePieces() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    RowHash hash = new RowHash();
    for (int piece = 1; piece < 100; piece++) {
      hash.reset();
      for (int start = 0; start < bytes.length; start += piece) {
        hash.add(bytes, start, Math.min(piece, bytes.length - start));
      }
      assertThat(hash.value()).isEqualTo(RowHash.of(bytes, 0, bytes.length));
    }
  }
}
