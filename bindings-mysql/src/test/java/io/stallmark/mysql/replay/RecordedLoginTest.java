package io.stallmark.mysql.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecordedLoginTest {

  private static RecordedLogin login(String client, String server) {
    return RecordedLogin.of(
        Map.of(
            "client-capabilities",
            client,
            "server-capabilities",
            server,
            "charset",
            "255",
            "schema",
            "app"),
        new LiveSchema("copy"));
  }

  /** MySQL 9 offers dfffffff, MariaDB 10.11 offers 1d81fff7fe. */
  @ParameterizedTest
  @CsvSource({
    "193fa28d, dfffffff, dfffffff, 90fa28d",
    "193fa28d, dfffffff, 1d81fff7fe, 10fa28c",
    "193fa28d, 1d81fff7fe, dfffffff, 10fa28d",
    "1c01bfa388, 1d81fff7fe, 1d81fff7fe, 1c018fa388",
    "1c01bfa388, 1d81fff7fe, dfffffff, 18fa388",
    "0, 0, dfffffff, 88208"
  })
  void capabilities_areThoseThatBothServersHave(
      String client, String server, String offered, String expected) {
    long flags = login(client, server).capabilities(Long.parseUnsignedLong(offered, 16));
    assertThat(Long.toHexString(flags)).isEqualTo(expected);
  }

  @Test
  void charset_isTheNearestOneOfTheServer() {
    RecordedLogin login = login("193fa28d", "dfffffff");
    assertThat(login.charset(0xdfffffffL)).isEqualTo(255);
    assertThat(login.charset(0x1d81fff7feL)).isEqualTo(45);
    assertThat(RecordedLogin.of(Map.of("charset", "8"), new LiveSchema("")).charset(0x1d81fff7feL))
        .isEqualTo(8);
  }
}
