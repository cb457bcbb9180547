package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.PhaseTotals;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.report.Synthetic;
import io.stallmark.result.RunParameters.PlannedPhase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PhaseLinesTest {

  @Test
  void aPhase_saysInWhatPartOfItTheGeneratorWasTheBottleneck() throws IOException {
    long second = Synthetic.SECOND;
    Pacing pacing = new Pacing.ClosedLoop();
    List<Phase> phases =
        List.of(
            new Phase("calm", 0, second, 1, pacing),
            new Phase("busy", second, 2 * second, 1, pacing));
    List<PlannedPhase> planned =
        phases.stream()
            .map(
                phase ->
                    new PlannedPhase(phase.name(), 0, 1, 1, "", null, null, Map.of(), Map.of()))
            .toList();
    PhaseTotals totals = new PhaseTotals(phases, 0);
    Synthetic.run(interval -> totals.interval(interval, interval.start() == 2 * second));
    List<String> lines = SummaryText.phases(totals.totals(), planned);
    assertThat(lines).filteredOn(line -> line.contains("starved")).hasSize(1);
    assertThat(lines.get(4)).contains("busy").endsWith("  starved in 50 % of the time");
  }
}
