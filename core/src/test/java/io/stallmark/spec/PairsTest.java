package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PairsTest {

  @Test
  void lists_keepTheirOrder() throws SpecException {
    assertThat(
            KeyValuePairs.parseLists(
                "--storage", List.of("engine=InnoDB,row_format=COMPRESSED", "a=b=c")))
        .containsExactly(
            java.util.Map.entry("engine", "InnoDB"),
            java.util.Map.entry("row_format", "COMPRESSED"),
            java.util.Map.entry("a", "b=c"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "engine",
        "=x",
        " =x",
        "engine=",
        "engine= ",
        "engine=a,,b=c",
        "a=1,a=2",
        "a=1, a =2",
        ""
      })
  void whatIsNoPair_isRefused(String text) {
    assertThatThrownBy(() -> KeyValuePairs.parseLists("--storage", List.of(text)))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("--storage");
  }
}
