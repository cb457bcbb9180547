package io.stallmark.report.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.Source;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.analysis.cost.Stored;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a run cost, in cost.csv, run.json and on the terminal. */
final class CostFilesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Usage USED =
      new Usage(
          Map.of(Resource.READS, 30L, Resource.WRITTEN_BYTES, 64_500L, Resource.CPU_NANOS, 9_000L));

  private static final CostReport REPORT =
      new CostReport(
          List.of(new SourceCost(Source.SERVER, "the server of Canary", 2 * SECOND, 4, 12, USED)),
          List.of("No cost by Canary."),
          new Stored(OptionalLong.of(300_000), OptionalLong.of(1_000), OptionalLong.of(100_000)),
          OptionalLong.of(21_500),
          12);

  @Test
  void cost_csv_hasTotalsAndSharesOfStatementsAndTransactions() {
    assertThat(CostCsv.head())
        .startsWith("start_s,end_s,source,transactions,statements,reads,writes,read_kb,written_kb,")
        .endsWith(
            "received_kb_per_transaction,sent_kb_per_transaction,disk_busy_ms_per_transaction,"
                + "logical_written_kb,write_amplification,generator_bound\n");
    OptionalLong written = OptionalLong.of(21_500);
    assertThat(CostCsv.text(new CostRow(Source.SERVER, 0, SECOND, 4, 12, written, true, USED)))
        .isEqualTo(
            "0,1,server,4,12,30,,,64.5,9,,,,2.5,,,5.375,0.75,,,,7.5,,,16.125,2.25,,,,21.5,3,1\n");
    OptionalLong unknown = OptionalLong.empty();
    assertThat(
            CostCsv.text(new CostRow(Source.NODE, SECOND, SECOND + 1, 0, 0, unknown, false, USED)))
        .isEqualTo("1,1.000000001,node,0,0,30,,,64.5,9,,,,,,,,,,,,,,,,,,,,,,0\n");
    OptionalLong none = OptionalLong.of(0);
    assertThat(CostCsv.text(new CostRow(Source.NODE, 0, SECOND, 0, 0, none, false, USED)))
        .as("nothing was written of which the server's work could be a multiple")
        .endsWith(",,0,,0\n");
  }

  @Test
  void run_json_hasEachSource_andWhatIsStoredAndWrittenForAByte() {
    ObjectNode root = new JsonMapper().createObjectNode();
    CostJson.put(root, REPORT, text -> text.replace("Canary", "***"));
    JsonNode cost = root.get("cost");
    JsonNode server = cost.at("/sources/server");
    assertThat(server.get("what").asString()).isEqualTo("the server of ***");
    assertThat(server.at("/total/writtenBytes").asLong()).isEqualTo(64_500);
    assertThat(server.at("/total").has("sentBytes")).isFalse();
    assertThat(server.at("/perStatement/writtenKb").asDouble()).isEqualTo(5.375);
    assertThat(server.at("/perTransaction/cpuMicroseconds").asDouble()).isEqualTo(2.25);
    assertThat(server.get("writeAmplification").asDouble()).isEqualTo(3);
    assertThat(cost.get("storedBytesPerRow").asDouble()).isEqualTo(300);
    assertThat(cost.get("spaceAmplification").asDouble()).isEqualTo(3);
    assertThat(cost.at("/notes/0").asString()).isEqualTo("No cost by ***.");
  }

  @Test
  void aSourceThatMissedAPart_hasNoWriteAmplification() {
    SourceCost part = new SourceCost(Source.SERVER, "it", SECOND, 2, 6, USED);
    assertThat(REPORT.writeAmplification(part)).isEmpty();
  }

  @Test
  void terminal_hasAHeadAboveNotesAlone() {
    CostReport none =
        new CostReport(
            List.of(), List.of("No cost by X."), Stored.UNKNOWN, OptionalLong.empty(), 0);
    assertThat(CostLines.of(none)).containsExactly("", "Cost", "  No cost by X.");
  }

  @Test
  void terminal_saysWhoCountedAndInWhatUnit() {
    List<String> lines =
        CostLines.of(REPORT).stream().map(line -> line.trim().replaceAll(" {2,}", "|")).toList();
    assertThat(lines)
        .contains(
            "Cost of a statement and of a transaction (1 kB is 1000 bytes)",
            "server /statement|2.500|–|–|5.375|0.750|–|–|–",
            "server: the server of Canary; write amplification 3.000",
            "stored: about 300.0 bytes a row, space amplification about 3.000",
            "No cost by Canary.");
  }
}
