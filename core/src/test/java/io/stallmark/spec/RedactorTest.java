package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.Secret;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RedactorTest {

  @ParameterizedTest
  @CsvSource({
    "canary, no canary in xcanaryx, no *** in x***x",
    "c$1.*, what c$1.* is, what *** is",
    "a, a man says a=a, *** man says ***=***",
    "a, banana, banana",
    "'', all stays, all stays",
  })
  void redact(String secret, String text, String redacted) {
    assertThat(new Redactor(List.of(new Secret(secret))).redact(text)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @CsvSource({"canary, canary-long", "canary-long, canary"})
  void theLongerSecret_goesFirst(String one, String other) {
    Redactor redactor = new Redactor(List.of(new Secret(one), new Secret(other)));
    assertThat(redactor.redact("canary-long canary")).isEqualTo("*** ***");
  }
}
