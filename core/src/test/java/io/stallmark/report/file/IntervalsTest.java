package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.record.ClientRecorder;
import io.stallmark.record.RunRecorder;
import io.stallmark.report.Synthetic;
import io.stallmark.report.Terminal;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.text.LiveLines;
import io.stallmark.result.Percentile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written of an interval in which little or nothing happened. */
final class IntervalsTest {

  private static final long MS = Synthetic.MS;
  private static final long SECOND = Synthetic.SECOND;
  private static final String LOWEST = "lowest_slot_transactions_per_s";
  private static final String OLDEST = "oldest_in_flight_ms";

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<String> bare = new ArrayList<>();

  /** A run in intervals of a second; what is due from 0.25 s on ends at the time given, or not. */
  private List<String> rows(long end, long length) throws IOException {
    LiveLines live = new LiveLines(terminal(), SECOND, List.of());
    FigureTable<RunTables.JudgedInterval> table = RunTables.intervals(List.of(), List.of());
    try (GrowingFiles csv = new GrowingFiles(directory)) {
      RunRecorder recorder =
          new RunRecorder(
              Synthetic.KINDS,
              1,
              SECOND,
              interval -> {
                csv.append(table, new RunTables.JudgedInterval(interval, Synthetic.CALM));
                live.interval(interval, 0, Synthetic.CALM);
                bare.add(LiveLines.line(interval));
              });
      recorder.begin(0);
      ClientRecorder client = recorder.client(0);
      client.start(250 * MS, 250 * MS);
      for (long now = 50 * MS; now < length; now += 50 * MS) {
        if (now == end) {
          client.success(1, 250 * MS, end);
        }
        recorder.tick(now);
      }
      recorder.finish(length);
    }
    List<String> lines = Files.readAllLines(directory.resolve("intervals.csv"));
    return lines.subList(1, lines.size());
  }

  private CsvColumns columns() throws IOException {
    return CsvColumns.read(directory.resolve(RunTables.INTERVALS));
  }

  private Terminal terminal() {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Terminal(stream, stream, false, null);
  }

  private List<String> live() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void nothingTookNoTime_itsFieldsAreEmpty() throws IOException {
    assertThat(rows(-1, 2 * SECOND).get(0)).startsWith("0,1,0,0,0,0,0,0,,");
    CsvColumns columns = columns();
    assertThat(columns.names())
        .filteredOn(name -> name.matches("(service|response)_.*"))
        .hasSize(2 * Percentile.ALL.size())
        .allMatch(name -> Double.isNaN(columns.at(0, name)));
    assertThat(columns.at(0, LOWEST)).isZero();
    assertThat(columns.at(0, OLDEST)).isPositive();
    assertThat(live().get(1).strip().split(" +")).containsSequence("0.0", "0.0", "–", "–", "0.0");
  }

  @Test
  void theOldestInFlight_grows_andIsSaidFromASecondOn() throws IOException {
    rows(-1, 3 * SECOND);
    assertThat(columns().at(0, OLDEST)).isBetween(700.0, 750.0);
    assertThat(columns().at(1, OLDEST)).isBetween(1700.0, 1750.0);
    assertThat(live().get(1)).doesNotContain("in flight");
    assertThat(live().get(2)).endsWith("  oldest in flight 1.7 s");
  }

  @ParameterizedTest
  @CsvSource({"2500, 2.5, 3", "2450, 2.45, 2", "2050, 2.05, 2"})
  void theRestOfAnInterval_isARowButALineOnlyFromHalfOn(long length, String end, int lines)
      throws IOException {
    List<String> rows = rows(300 * MS, length * MS);
    assertThat(rows).hasSize(3);
    assertThat(rows.get(2)).startsWith("2," + end + ",0,");
    assertThat(live()).hasSize(1 + lines);
  }

  @Test
  void inLessThanASlot_thereIsNoLowest() throws IOException {
    assertThat(rows(-1, SECOND + 50 * MS).get(1)).startsWith("1,1.05,0,0,0,0,0,0,,");
    assertThat(columns().at(1, LOWEST)).isNaN();
    assertThat(columns().at(1, OLDEST)).isPositive();
  }

  @Test
  void theHead_comesAgainAfterTwentyLines() throws IOException {
    rows(300 * MS, 41 * SECOND);
    List<String> lines = live();
    assertThat(lines).hasSize(41 + 3);
    List<Integer> heads = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("transactions/s")) {
        heads.add(i);
      }
    }
    assertThat(heads).containsExactly(0, 21, 42);
    assertThat(lines).containsAll(bare);
  }
}
