package io.stallmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerAddressTest {

  @ParameterizedTest
  @CsvSource({
    "a://h/db, a://h/db, true",
    "a://user@h/db, a://other@h/db, true",
    "a://h/db, b://H:1/db, true",
    "a://localhost/db, a://127.0.0.1:1/db, true",
    "a://[::1]:1/db, a://localhost/db, true",
    "a://h:1/db, a://h:2/db, false",
    "a://h/one, a://h/two, false",
    "a://h/db, a://i/db, false",
    "a://h/db?schema=one, a://h/db?schema=two, false",
    "a://localhost/db?socket=/a, a://localhost/db?socket=/b, false",
    "a://h:1;i:2/db, a://h:1;j:2/db, false",
    "jdbc:a://h:1/db, jdbc:a://u@h:1/db, true",
    "a:file, a:file, true",
    "a:file, a:other, false",
    "a:file, a://h/db, false",
  })
  void oneDatabase_isFound_inDifferentSpellings(String a, String b, boolean same) {
    assertThat(ServerAddress.sameDatabase(a.replace(';', ','), b.replace(';', ',')))
        .isEqualTo(same);
    assertThat(ServerAddress.sameDatabase(b.replace(';', ','), a.replace(';', ',')))
        .isEqualTo(same);
  }
}
