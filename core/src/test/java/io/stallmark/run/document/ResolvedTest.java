package io.stallmark.run.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
