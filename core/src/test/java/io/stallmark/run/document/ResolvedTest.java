package io.stallmark.run.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.text.Text;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResolvedTest {

  @Test
  void whatIsSoInEveryPhase_isOfTheRun() {
    ResolvedSettings resolved =
        ResolvedSettings.of(
            List.of(
                Map.of("split", "exact", "share", 0.5),
                Map.of("split", "exact", "share", 0.25, "rows", 9L)));
    assertThat(resolved.all()).isEqualTo(Map.of("split", "exact"));
    assertThat(resolved.phases())
        .containsExactly(Map.of("share", 0.5), Map.of("share", 0.25, "rows", 9L));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.7, 1, 2.9, 7, 14, 28, 29, 49.9, 57, 100})
  void aPercentage_comesBackAsItWasWritten(double percent) {
    assertThat(Text.percentOf(percent / 100)).isEqualTo(percent);
  }
}
