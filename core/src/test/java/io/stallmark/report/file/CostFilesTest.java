package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.result.CostSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run cost, in cost.csv and run.json. */
final class CostFilesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Usage USED =
      new Usage(
          Map.of(Resource.READS, 30L, Resource.WRITTEN_BYTES, 64_500L, Resource.CPU_NANOS, 9_000L));

  static final CostRow ROW = new CostRow(CostSource.SERVER, 0, SECOND, 4, 12, 21_500L, true, USED);

  private static final CostSummary REPORT =
      CostReport.of(
          List.of(
              new SourceCost(CostSource.SERVER, "the server of Canary", 2 * SECOND, 4, 12, USED)),
          List.of("No cost by Canary."),
          new StoredSize(0, 0, 300_000L, 1_000L, 100_000L),
          21_500L,
          12);

  @Test
  void size_csv_hasAColumnForEveryMetric() {
    assertThat(RunTables.SIZES.head())
        .isEqualTo(
            "at_s,data_bytes,index_bytes,file_bytes,rows,stored_bytes_per_row,space_amplification,"
                + "stored_bytes,logical_bytes\n");
    StoredSize known = new StoredSize(100, 10, 1100L, 100L, 1000L);
    assertThat(RunTables.SIZES.row(new RunTables.SizeRow(SECOND / 2, known)))
        .isEqualTo("0.5,100,10,1100,100,11,1.1,1100,1000\n");
    StoredSize unknown = new StoredSize(100, 10, null, null, null);
    assertThat(RunTables.SIZES.row(new RunTables.SizeRow(0, unknown)))
        .isEqualTo("0,100,10,,,,,110,\n");
  }

  @Test
  void cost_csv_hasTotalsAndSharesOfStatementsAndTransactions() {
    assertThat(RunTables.COST.head())
        .startsWith("start_s,end_s,source,transactions,statements,reads,writes,read_kb,written_kb,")
        .endsWith(
            "received_kb_per_transaction,sent_kb_per_transaction,disk_busy_ms_per_transaction,"
                + "page_requests_per_transaction,logical_written_kb,write_amplification,generator_bound\n");
    assertThat(RunTables.COST.row(ROW))
        .isEqualTo(
            "0,1,server,4,12,30,,,64.5,9,,,,,2.5,,,5.375,0.75,,,,,7.5,,,16.125,2.25,,,,,21.5,3,1\n");
    Long unknown = null;
    assertThat(
            RunTables.COST.row(
                new CostRow(CostSource.NODE, SECOND, SECOND + 1, 0, 0, unknown, false, USED)))
        .isEqualTo("1,1.000000001,node,0,0,30,,,64.5,9,,,,,,,,,,,,,,,,,,,,,,,,,0\n");
    Long none = 0L;
    assertThat(RunTables.COST.row(new CostRow(CostSource.NODE, 0, SECOND, 0, 0, none, false, USED)))
        .as("nothing was written of which the server's work could be a multiple")
        .endsWith(",,0,,0\n");
  }

  @Test
  void run_json_hasEachSource_andWhatIsStoredAndWrittenForAByte() {
    JsonNode cost = new JsonMapper().valueToTree(REPORT);
    JsonNode server = cost.at("/sources/server");
    assertThat(server.get("what").asString()).isEqualTo("the server of Canary");
    assertThat(server.at("/total/writtenBytes").asLong()).isEqualTo(64_500);
    assertThat(server.at("/total").has("sentBytes")).isFalse();
    assertThat(server.at("/perStatement/writtenKb").asDouble()).isEqualTo(5.375);
    assertThat(server.at("/perStatement").has("sentKb")).isFalse();
    assertThat(server.at("/perTransaction/cpuMicroseconds").asDouble()).isEqualTo(2.25);
    assertThat(server.get("writeAmplification").asDouble()).isEqualTo(3);
    assertThat(cost.get("storedBytesPerRow").asDouble()).isEqualTo(300);
    assertThat(cost.get("spaceAmplification").asDouble()).isEqualTo(3);
    assertThat(cost.at("/notes/0").asString()).isEqualTo("No cost by Canary.");
  }

  @Test
  void aSourceThatMissedAPart_hasNoWriteAmplification() {
    SourceCost part = new SourceCost(CostSource.SERVER, "it", SECOND, 2, 6, USED);
    CostSummary cost = CostReport.of(List.of(part), List.of(), null, 21_500L, 12);
    assertThat(cost.sources().get("server").writeAmplification()).isNull();
  }
}
