package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.report.Synthetic;
import io.stallmark.result.RunDocument;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunDocumentBuilder;
import io.stallmark.spec.Redactor;
import io.stallmark.spi.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ResultFilesTest {

  private static final Redactor REDACTOR = new Redactor(List.of(new Secret(Synthetic.CANARY)));

  /** In the second of three intervals. */
  private static final SteadyState STEADY =
      new SteadyState(
          SteadyState.What.RESPONSE_TIME, true, OptionalLong.of(600_000_000), Synthetic.SECOND / 2);

  @TempDir Path parent;

  /** The files of a run, with the document that goes into them. */
  private static final class WrittenFiles implements AutoCloseable {
    private final Path directory;
    private final ResultFiles files = new ResultFiles(REDACTOR);
    private final RunDocumentBuilder document = Synthetic.document();

    WrittenFiles(Path directory) throws IOException {
      this.directory = Files.createDirectories(directory);
      files.resolved(Synthetic.SPEC, directory);
      files.prepared(Synthetic.SPEC, Synthetic.FINDINGS, document.start());
    }

    void interval(Interval interval, GeneratorHealth health) throws IOException {
      Instant from = document.interval(interval, health);
      files.interval(new RunObserver.LiveInterval(from, interval, health, 0, 0, 0));
    }

    void stall() throws IOException {
      files.stall(Synthetic.STALL);
    }

    void dip() throws IOException {
      files.dip(Synthetic.DIP);
    }

    @Override
    public void close() {
      files.closed();
    }
  }

  private WrittenFiles begun() throws IOException {
    return new WrittenFiles(parent.resolve("results"));
  }

  private Path complete() throws IOException {
    try (WrittenFiles run = begun()) {
      RunResult result = Synthetic.run(interval -> run.interval(interval, Synthetic.CALM));
      run.stall();
      run.dip();
      RunVerdict verdict =
          RunVerdict.of(result, new RunVerdict.Limits(0.01, 0, kind -> 0, false, 0), List.of());
      RunDocument document =
          run.document.ended(
              result,
              verdict,
              Synthetic.STALLS,
              Synthetic.judgement(result),
              STEADY,
              Synthetic.NO_COST);
      run.files.measured(
          new RunReport.Measured(
              Synthetic.SPEC,
              result,
              verdict,
              new RateLine(),
              new MeasuredRun(document, List.of(), List.of()),
              run.directory));
      return run.directory;
    }
  }

  private static JsonNode json(Path directory) throws IOException {
    return new JsonMapper().readTree(Files.readString(directory.resolve("run.json")));
  }

  @Test
  void rehearsedIntervals_areNotInTheFiles() throws IOException {
    try (WrittenFiles run = begun()) {
      Map<Path, String> before = contents(run.directory);
      Synthetic.run(
          interval ->
              run.files.rehearsed(
                  new RunObserver.LiveInterval(
                      Instant.EPOCH, interval, SampleHealth.bound(0), 0, 0, 0)));
      assertThat(contents(run.directory)).hasSizeGreaterThan(1).isEqualTo(before);
      RunResult measured = Synthetic.run(interval -> run.interval(interval, Synthetic.CALM));
      assertThat(measured.succeeded()).isPositive();
      assertThat(Files.readString(run.directory.resolve("latency.hlog"))).startsWith("#[");
    }
  }

  private static Map<Path, String> contents(Path directory) throws IOException {
    Map<Path, String> contents = new HashMap<>();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        contents.put(file, Files.readString(file));
      }
    }
    return contents;
  }

  @Test
  void runJson_hasWhatRanWhereAndWhatItCameTo() throws IOException {
    JsonNode json = json(complete());
    assertThat(json.get("schemaVersion").asInt()).isEqualTo(1);
    assertThat(json.get("state").asString()).isEqualTo("completed");
    assertThat(json.get("spec").get("pacing").asString()).isEqualTo("open");
    assertThat(json.get("spec").get("ratePerSecond").asDouble()).isEqualTo(100);
    assertThat(json.get("spec").get("storage").get("engine").asString()).isEqualTo("Rocks");
    assertThat(json.get("versions").get("driver").asString()).isEqualTo("memory-driver 3");
    assertThat(json.get("host").get("logicalCores").asInt()).isPositive();
    JsonNode summary = json.get("summary");
    assertThat(summary.get("transactions").asLong()).isEqualTo(269);
    assertThat(summary.get("transactionsPerSecond").asDouble()).isCloseTo(269 / 3.0, within(1e-9));
    assertThat(summary.get("statements").asLong()).isEqualTo(810);
    assertThat(summary.get("readStatements").asLong()).isEqualTo(270);
    assertThat(summary.get("rowsRead").asLong()).isEqualTo(2700);
    assertThat(summary.get("rowsWritten").asLong()).isEqualTo(1350);
    assertThat(summary.get("rowsWrittenPerSecond").asDouble()).isCloseTo(450, within(1e-9));
    assertThat(summary.get("retries").asLong()).isEqualTo(1);
    assertThat(summary.get("errors").asLong()).isEqualTo(1);
    assertThat(summary.get("neverStarted").asLong()).isEqualTo(5);
    assertThat(summary.get("errorClasses")).hasSize(1);
    assertThat(summary.get("errorClasses").get(0).get("code").asString()).isEqualTo("1205");
    assertThat(summary.get("retryClasses")).hasSize(1);
    assertThat(summary.get("retryClasses").get(0).get("code").asString()).isEqualTo("1213");
    assertThat(summary.get("retryClasses").get(0).get("count").asLong()).isEqualTo(1);
    assertThat(summary.get("timerLatenessNanoseconds").get("p99").asDouble())
        .isCloseTo(2e6, within(1e4));
  }

  @Test
  void warnings_areThoseOfTheStartAndThoseOfTheEnd() throws IOException {
    List<String> warnings =
        json(complete()).get("warnings").valueStream().map(JsonNode::asString).toList();
    assertThat(warnings).hasSize(4);
    assertThat(warnings.get(0)).isEqualTo("Mind the ***.");
    assertThat(warnings.get(1)).startsWith("In 1 of 4 intervals the generator");
    assertThat(warnings.get(2)).startsWith("5 of the 275 transactions that were due (1.82 %)");
    assertThat(warnings.get(3)).contains("2.001 of 7.000 ms at the median");
  }

  @Test
  void rows_areThoseOfEachKindOfStatement_andATransactionHasNone() throws IOException {
    JsonNode kinds = json(complete()).get("summary").get("kinds");
    assertThat(kinds.get("transaction").has("rowsPerSecond")).isFalse();
    assertThat(kinds.properties().stream().mapToLong(k -> k.getValue().path("rows").asLong()).sum())
        .isEqualTo(2700 + 1350);
  }

  @Test
  void kindsOfTransaction_followTheTransaction_andSumToIt() throws IOException {
    JsonNode kinds = json(complete()).get("summary").get("kinds");
    assertThat(kinds.propertyNames())
        .containsExactly("transaction", "look", "change", "point_select", "update", "commit");
    assertThat(kinds.get("look").get("category").asString()).isEqualTo("transaction_kind");
    assertThat(kinds.get("look").has("rows")).isFalse();
    assertThat(kinds.get("change").get("count").asLong()).isEqualTo(90);
    for (String count : List.of("count", "retries", "failures")) {
      assertThat(kinds.get("look").get(count).asLong() + kinds.get("change").get(count).asLong())
          .isEqualTo(kinds.get("transaction").get(count).asLong());
    }
  }

  @Test
  void bothClocks_areThereInNanoseconds() throws IOException {
    JsonNode transaction = json(complete()).get("summary").get("kinds").get("transaction");
    double service = transaction.get("serviceNanoseconds").get("p50").asDouble();
    double response = transaction.get("responseNanoseconds").get("p50").asDouble();
    assertThat(service).isCloseTo(5e6, within(1e4));
    assertThat(response).isCloseTo(7e6, within(1e4));
  }

  @Test
  void intervals_sumToTotals() throws IOException {
    List<String> lines = Files.readAllLines(complete().resolve("intervals.csv"));
    List<String> names = List.of(lines.get(0).split(","));
    Map<String, Long> sums = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      assertThat(values).hasSameSizeAs(names);
      for (String name : List.of("transactions", "statements", "rows", "retries", "failures")) {
        sums.merge(name, Long.parseLong(values[names.indexOf(name)]), Long::sum);
      }
    }
    assertThat(lines).hasSize(4);
    assertThat(sums)
        .containsEntry("transactions", 269L)
        .containsEntry("statements", 810L)
        .containsEntry("rows", 4050L)
        .containsEntry("retries", 1L)
        .containsEntry("failures", 1L);
    assertThat(lines.get(1)).startsWith("0,1,");
    assertThat(lines.get(3)).startsWith("2,3,");
  }

  @Test
  void latencyLog_readBack_agreesWithRunJson() throws IOException {
    Path directory = complete();
    Map<String, Histogram> histograms = new HashMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(directory.resolve("latency.hlog").toFile())) {
      while (reader.hasNext()) {
        Histogram interval = (Histogram) reader.nextIntervalHistogram();
        assertThat(interval.getEndTimeStamp() - interval.getStartTimeStamp()).isEqualTo(1000);
        histograms.computeIfAbsent(interval.getTag(), tag -> new Histogram(interval)).add(interval);
      }
      // Added to the intervals' times; so it must not be that of a warm-up before.
      assertThat(Math.round(reader.getStartTimeSec() * 1000))
          .isEqualTo(Instant.parse(json(directory).get("measuredFrom").asString()).toEpochMilli());
    }
    JsonNode kinds = json(directory).get("summary").get("kinds");
    assertThat(histograms).hasSize(2 * kinds.size());
    for (Map.Entry<String, JsonNode> kind : kinds.properties()) {
      for (String clock : List.of("service", "response")) {
        Histogram histogram = Objects.requireNonNull(histograms.get(kind.getKey() + "." + clock));
        JsonNode figures = kind.getValue().get(clock + "Nanoseconds");
        assertThat(histogram.getTotalCount()).isEqualTo(kind.getValue().get("count").asLong());
        assertThat(histogram.getValueAtPercentile(99)).isEqualTo(figures.get("p99").asLong());
        assertThat(histogram.getMaxValue()).isEqualTo(figures.get("max").asLong());
      }
    }
  }

  @Test
  void trust_isInItsFile_inRunJson_andAtTheEndOfIntervals() throws IOException {
    Path directory = complete();
    List<String> rows = Files.readAllLines(directory.resolve("trust.csv"));
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0)).startsWith("start_s,end_s,generator_bound,reasons,own_cpu_percent,");
    assertThat(rows.get(1))
        .isEqualTo("0,1,0,,25,50,20,5,0,5,4,0,1.5,0,0.25,3,0,0.1,0,0,0,5,3000,5000");
    assertThat(RunTables.TRUST.row(SampleHealth.bound(5))).startsWith("5,6,1,own_cpu,93,93,");
    assertThat(Files.readAllLines(directory.resolve("intervals.csv")).get(0))
        .endsWith(",generator_bound,phase");
    JsonNode trust = json(directory).get("trust");
    assertThat(trust.get("trusted").asBoolean(true)).isFalse();
    assertThat(trust.get("reasons")).hasSize(2);
    assertThat(trust.get("cautions")).hasSize(1);
    assertThat(trust.get("judgedFlaggedIntervals").asInt()).isEqualTo(1);
    assertThat(trust.get("judgedIntervals").asInt()).isEqualTo(4);
    assertThat(trust.at("/worst/ownCpuPercent").asDouble()).isEqualTo(93);
    assertThat(trust.at("/worst/gcPauseMilliseconds").asDouble()).isEqualTo(4);
    assertThat(trust.at("/limits/reasons/own_cpu/percent").asDouble()).isEqualTo(80);
    assertThat(trust.at("/limits/reasons/own_cpu/judgedIntervals").asInt()).isEqualTo(1);
    assertThat(trust.at("/limits/reasons/swap/perSecond").asDouble()).isEqualTo(100);
  }

  @Test
  void theSteadyPart_isTheWholeButForTheIntervalsBefore() throws IOException {
    Path directory = complete();
    JsonNode steady = json(directory).get("steady");
    assertThat(steady.get("reached").asBoolean()).isTrue();
    assertThat(steady.get("reachedAfterSeconds").asDouble()).isEqualTo(0.6);
    assertThat(steady.get("percentilesFromSeconds").asDouble()).isEqualTo(1);
    assertThat(steady.get("of").asString()).isEqualTo("response_time");
    long later =
        Files.readAllLines(directory.resolve("intervals.csv")).stream()
            .skip(2)
            .mapToLong(line -> Long.parseLong(line.split(",")[2]))
            .sum();
    JsonNode transaction = steady.at("/kinds/transaction");
    assertThat(later).isLessThan(269);
    assertThat(transaction.get("count").asLong()).isEqualTo(later);
    assertThat(transaction.at("/responseNanoseconds/p50").asDouble()).isCloseTo(7e6, within(1e4));
    assertThat(transaction.at("/serviceNanoseconds/p50").asDouble()).isCloseTo(5e6, within(1e4));
    assertThat(steady.get("kinds").propertyNames()).contains("look", "commit");
  }

  @Test
  void stalls_areInTheirFileAndInRunJson() throws IOException {
    Path directory = complete();
    assertThat(Files.readAllLines(directory.resolve("stalls.csv")))
        .containsExactly(
            "start_s,length_s,lowest_per_s,delayed,longest_ms,kinds,usual_per_s,generator_held_s,"
                + "counters,generator_bound,role,unit,blame",
            "1.25,0.31,0,31,312,commit update,90,0,Innodb_log_waits=+7,0,client,transactions,"
                + "server");
    JsonNode json = json(directory);
    assertThat(json.at("/stallCount").asLong()).isEqualTo(1);
    assertThat(json.at("/stalls/0/startSeconds").asDouble()).isEqualTo(1.25);
    assertThat(json.at("/stalls/0/blame").asString()).isEqualTo("server");
    assertThat(json.at("/stalls/0/counters/0/name").asString()).isEqualTo("Innodb_log_waits");
    assertThat(json.at("/dips/0/lengthSeconds").asDouble()).isEqualTo(1);
    assertThat(json.at("/periodic/0/periodSeconds").asDouble()).isEqualTo(6);
    assertThat(json.at("/measuredFrom").asString()).matches("20.*Z");
  }

  @Test
  void dips_areInAFileOfTheirOwn_alsoOfAKilledRun() throws IOException {
    try (WrittenFiles run = begun()) {
      Synthetic.run(interval -> run.interval(interval, Synthetic.CALM));
      run.dip();
      assertThat(Files.readAllLines(run.directory.resolve("dips.csv")))
          .containsExactly(
              "start_s,length_s,per_s,lowest_per_s,usual_per_s,longest_ms,generator_held_s,"
                  + "generator_bound,role,unit",
              "1.8,1,20,10,90,50,0,1,client,transactions");
    }
  }

  @Test
  void noSecret_entersAnyFile() throws IOException {
    Path directory = complete();
    for (String file : List.of("run.json", "intervals.csv", "latency.hlog", "stalls.csv")) {
      assertThat(directory.resolve(file)).content().doesNotContain(Synthetic.CANARY);
    }
    assertThat(directory.resolve("run.json")).content().contains("Mind the ***.");
  }

  @Test
  void aKilledRun_keepsItsIntervals() throws IOException {
    try (WrittenFiles run = begun()) {
      List<Integer> sizes = new ArrayList<>();
      Synthetic.run(
          interval -> {
            run.interval(interval, Synthetic.CALM);
            sizes.add(Files.readAllLines(run.directory.resolve("intervals.csv")).size());
          });
      assertThat(sizes).startsWith(2, 3, 4);
      assertThat(json(run.directory).get("state").asString()).isEqualTo("running");
    }
  }

  @Test
  void aRunThatEndsWithoutAResult_saysWhy_andKeepsItsIntervals() throws IOException {
    try (WrittenFiles run = begun()) {
      Synthetic.run(interval -> run.interval(interval, Synthetic.CALM));
      run.files.failed(run.document.failed("The disk of " + Synthetic.CANARY + " is full."));
      JsonNode json = json(run.directory);
      assertThat(json.get("state").asString()).isEqualTo("failed");
      assertThat(json.get("reason").asString()).isEqualTo("The disk of *** is full.");
      assertThat(json.has("summary")).isFalse();
      assertThat(run.directory)
          .isDirectoryContaining("glob:**.csv")
          .isDirectoryContaining("glob:**.hlog");
    }
  }

  @Test
  void aRunThatNeverMeasured_leavesNothing() throws IOException {
    try (WrittenFiles run = begun()) {
      assertThat(run.directory.resolve("run.json")).exists();
      run.files.cost(CostFilesTest.ROW);
      run.files.stored(0, new StoredSize(1, 1, null, null, null));
    }
    assertThat(parent.resolve("results")).isEmptyDirectory();
  }
}
