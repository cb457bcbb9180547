package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestTest {

  private static final List<String> NAMES = List.of("threads", "seconds", "rate", "range-size");

  @ParameterizedTest
  @CsvSource({
    "thrads, threads",
    "Threads, threads",
    "second, seconds",
    "rat, rate",
    "range, range-size",
    "ragne-size, range-size"
  })
  void aSlip_findsItsName(String given, String meant) {
    assertThat(NearestWord.of(given, NAMES)).contains(meant);
    assertThat(NearestWord.hint(given, NAMES)).isEqualTo("did you mean " + meant + "?");
  }

  @Test
  void whatIsLikeNone_getsThemAll() {
    assertThat(NearestWord.of("frobnicate", NAMES)).isEmpty();
    assertThat(NearestWord.hint("frobnicate", NAMES))
        .isEqualTo("there are range-size, rate, seconds, threads");
    assertThat(NearestWord.hint("x", List.of())).isEqualTo("there are none");
  }
}
