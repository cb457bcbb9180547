package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SpecOptionTest {

  private static final SpecEntries NOTHING = new SpecEntries(List.of());

  private static final SpecOption<Long> TIME =
      SpecOption.value("time", "TIME", Quantity::seconds, nanos -> nanos)
          .must(nanos -> nanos > 0, "above 0");

  private enum Colour {
    RED,
    GREEN
  }

  @Test
  void default_isReadLikeAGivenValue() throws Exception {
    assertThat(TIME.read(NOTHING)).isNull();
    assertThat(TIME.withDefault("2").read(NOTHING)).isEqualTo(2_000_000_000L);
    assertThat(TIME.withDefault("2").required(NOTHING.with("time", "1ms"))).isEqualTo(1_000_000L);
  }

  @Test
  void wrongValue_isRefusedWithTheOptionsName() {
    assertThatThrownBy(() -> TIME.read(NOTHING.with("time", "soon")))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("--time: 'soon' is not a time");
    assertThatThrownBy(() -> TIME.read(NOTHING.with("time", "0")))
        .isInstanceOf(SpecException.class)
        .hasMessage("--time must be above 0");
  }

  @Test
  void choice_isReadInAnyCase_andWrittenInLowerCase() throws Exception {
    SpecOption<Colour> colour = SpecOption.choice("colour", List.of(Colour.values()));
    assertThat(colour.label()).isEqualTo("red|green");
    assertThat(colour.read(NOTHING.with("colour", "Green"))).isEqualTo(Colour.GREEN);
    assertThat(colour.writer().apply(Colour.RED)).isEqualTo("red");
  }
}
