package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a target shows to be wrong without a server. */
final class TargetsTest {

  private static void check(String url, String driver) {
    new MySqlDialect().check(new Target(url, null, driver, Tls.UNSAID, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://me@nowhere.invalid:3306/d",
        "mariadb://me@nowhere.invalid/d?socket=/no/such",
        "embedded:mysql?buffer_pool=64M"
      })
  void onesThatCouldBe_pass_withNobodyThere(String url) {
    assertThatCode(() -> check(url, null)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "mysql://me@h, , names no database",
    "mysql://me@h:x/d, , port is not a number",
    "mysql://me@h/d?nosuch=1, , nosuch is not one of the mysql driver's",
    "'mysql://me@h/d', nosuch, '--driver is mysql or mariadb, not nosuch'",
    "embedded:mysql?buffer_pool=lots, , buffer_pool is a size"
  })
  void others_areExplained(String url, String driver, String part) {
    assertThatThrownBy(() -> check(url, driver))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part);
  }
}
