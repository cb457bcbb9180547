package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PairsTest {

  private static Map<String, String> storage(String... lists) throws SpecException {
    return new SpecEntries(
            Stream.of(lists).map(list -> new SpecEntries.Entry("storage", list)).toList())
        .storage();
  }

  @Test
  void lists_keepTheirOrder() throws SpecException {
    assertThat(storage("engine=InnoDB,row_format=COMPRESSED", "a=b=c"))
        .containsExactly(
            Map.entry("engine", "InnoDB"),
            Map.entry("row_format", "COMPRESSED"),
            Map.entry("a", "b=c"));
  }

  @Test
  void statements_areOneSetting() throws SpecException {
    SpecEntries entries =
        new SpecEntries(List.of()).with("sql", "A").with("p", "id=x").with("sql", "B");
    assertThat(entries.settings()).containsOnly(Map.entry("sql", "A;; B"), Map.entry("id", "x"));
    assertThat(entries.settingNames()).containsExactlyInAnyOrder("sql", "id");
    assertThatThrownBy(() -> entries.with("p", "sql=C").settings())
        .hasMessage("--sql A;; B and -p sql=C differ: give one of them");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a;;b",
        ";; ",
        "'; ;; ;;;'",
        "a;\\;b",
        "a;\\\\;;\\x;",
        "a;;",
        "a\\",
        "file.sql@3",
        ";a;"
      })
  void statement_mayHaveTheSeparator(String text) throws SpecException {
    SpecEntries entries =
        new SpecEntries(List.of()).with("sql", "A;").with("sql", text).with("sql", "B");
    assertThat(SpecEntries.parts(entries.settings().get("sql")))
        .containsExactly("A;", text.strip(), "B");
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
    assertThatThrownBy(() -> storage(text))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("--storage");
  }
}
