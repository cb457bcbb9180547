package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.result.CostSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CostLinesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Usage USED =
      new Usage(
          Map.of(Resource.READS, 30L, Resource.WRITTEN_BYTES, 64_500L, Resource.CPU_NANOS, 9_000L));

  private static final CostSummary REPORT =
      CostReport.of(
          List.of(
              new SourceCost(CostSource.SERVER, "the server of Canary", 2 * SECOND, 4, 12, USED)),
          List.of("No cost by Canary."),
          new StoredSize(0, 0, 300_000L, 1_000L, 100_000L),
          21_500L,
          12);

  @Test
  void terminal_hasAHeadAboveNotesAlone() {
    CostSummary none = CostReport.of(List.of(), List.of("No cost by X."), null, null, 0);
    assertThat(SummaryText.cost(none)).containsExactly("", "Cost", "  No cost by X.");
  }

  @Test
  void terminal_saysWhoCountedAndInWhatUnit() {
    List<String> lines =
        SummaryText.cost(REPORT).stream()
            .map(line -> line.trim().replaceAll(" {2,}", "|"))
            .toList();
    assertThat(lines)
        .contains(
            "Cost of a statement and of a transaction (1 kB is 1000 bytes)",
            "server /statement|2.500|–|–|5.375|0.750|–|–|–|–",
            "server: the server of Canary; write amplification 3.000",
            "stored: about 300.0 bytes a row, space amplification about 3.000",
            "No cost by Canary.");
  }
}
