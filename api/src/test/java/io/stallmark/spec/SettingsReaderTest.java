package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsReaderTest {

  private static final long MOST = 2_147_483_647L;

  /** Declares settings and does nothing. */
  private static final class Declaring implements Workload {
    @Override
    public String name() {
      return "tiny";
    }

    @Override
    public String summary() {
      return "declares";
    }

    @Override
    public List<Setting> settings() {
      return List.of(
          Setting.integer("rows", "10k", 1, MOST, "rows of a table"),
          Setting.real("share", "0.5", 0, 1, "of something"),
          Setting.choice(
              "mix",
              List.of("read-write", "read-only"),
              Map.of("reads", "read-only"),
              "what is done"));
    }

    @Override
    public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
      throw new UnsupportedOperationException("Nothing runs here");
    }
  }

  private static Settings read(String... pairs) throws SpecException {
    return new SettingsReader(new Declaring()).read(SpecEntries.pairs("-p", List.of(pairs)));
  }

  @Test
  void whatIsNotGiven_hasItsDefault_inTheOrderDeclared() throws SpecException {
    assertThat(read("share=1").values())
        .containsExactly(
            Map.entry("rows", 10_000L), Map.entry("share", 1.0), Map.entry("mix", "read-write"));
  }

  @Test
  void aChoiceByAnotherWord_isThatChoice() throws SpecException {
    assertThat(read("mix=reads").choice("mix")).isEqualTo("read-only");
  }

  @Test
  void whatIsGiven_isReadByItsType() throws SpecException {
    Settings settings = read("mix=read-only", "rows=1.5M", "share=.25");
    assertThat(settings.integer("rows")).isEqualTo(1_500_000);
    assertThat(settings.int32("rows")).isEqualTo(1_500_000);
    assertThat(settings.real("share")).isEqualTo(0.25);
    assertThat(settings.choice("mix")).isEqualTo("read-only");
    assertThatThrownBy(() -> settings.integer("rwos")).hasMessageContaining("no setting rwos");
  }

  @ParameterizedTest
  @CsvSource({"rows=1, rows", "rows=2147483647, rows", "share=0, share", "share=1, share"})
  void bounds_areAllowedThemselves(String pair, String name) throws SpecException {
    assertThat(read(pair).values()).containsKey(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rwos=1        | tiny has no setting 'rwos': did you mean rows?",
        "frobnicate=1  | tiny has no setting 'frobnicate': there are mix, rows, share",
        "rows=0        | -p rows: 0 is not within 1 to 2147483647",
        "rows=2147483648 | -p rows: 2147483648 is not within 1 to 2147483647",
        "rows=3G       | -p rows: 3G is not within 1 to 2147483647",
        "rows=1.5      | -p rows: '1.5' is not a whole number of 64 bits",
        "share=1.01    | -p share: 1.01 is not within 0 to 1",
        "share=half    | -p share: 'half' is not a number such as 10 or 0.5",
        "mix=read-olny | -p mix: 'read-olny' is not one of read-write, read-only; did you mean"
            + " read-only?",
        "mix=Read-Only | -p mix: 'Read-Only' is not one of read-write, read-only; did you mean"
            + " read-only?",
        "mix=none      | -p mix: 'none' is not one of read-write, read-only"
      })
  void whatCannotBe_isRefusedInALine(String pair, String message) {
    assertThatThrownBy(() -> read(pair)).isInstanceOf(SpecException.class).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "0.5, 0.5", "-3, -3", "9.223372036854775807e18, 9223372036854775807"})
  void aBound_isWrittenWithoutExponent(double bound, String text) {
    assertThat(SettingsReader.plain(bound)).isEqualTo(text);
  }
}
