package io.stallmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.report.jmh.JmhJson;
import io.stallmark.report.page.ReportPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;
import org.openjdk.jmh.util.Version;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code report --jmh} writes of a run, beside what JMH writes of the same samples. */
final class JmhJsonTest {

  private static final List<Long> COUNTS = List.of(90L, 110L, 104L, 97L, 131L);
  private static final List<Integer> BOUND = List.of(1, 0, 0, 1, 0);
  private static final long[] NANOS =
      LongStream.rangeClosed(1, 200).map(n -> n * n * 1000).toArray();

  @TempDir Path directory;
  private JsonNode ours;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        directory.resolve("run.json"),
        """
        {"state": "running", "workload": "tiny", "versions": {"java": "17 (a VM, somebody)"},
         "spec": {"threads": 3, "warmupSeconds": 0.5, "intervalSeconds": 1, "url": "memory:"}}
        """);
    StringBuilder rows = new StringBuilder("start_s,end_s,transactions,generator_bound\n");
    for (int i = 0; i < COUNTS.size(); i++) {
      rows.append(i + "," + (i + 1) + "," + COUNTS.get(i) + "," + BOUND.get(i) + "\n");
    }
    Files.writeString(directory.resolve("intervals.csv"), rows);
    Histogram histogram = new Histogram(3);
    LongStream.of(NANOS).forEach(histogram::recordValue);
    histogram.setTag("transaction.response");
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    new HistogramLogWriter(log).outputIntervalHistogram(0, 5, histogram, 1e6);
    Files.write(directory.resolve("latency.hlog"), log.toByteArray());
    ours = write(Files.readString(directory.resolve("run.json")), List.of());
  }

  private JsonNode write(String json, List<String> warnings) throws IOException {
    Files.writeString(directory.resolve("run.json"), json);
    Path file = directory.resolve("jmh.json");
    assertThat(JmhJson.write(List.of(new ReportPage.Entry("run", directory)), file))
        .isEqualTo(warnings);
    return new JsonMapper().readTree(Files.readString(file));
  }

  /**
   * By JMH's own writer; an iteration for each result.
   *
   * @param bound beside each
   */
  private static JsonNode jmhs(
      String benchmark, Mode mode, TimeValue time, List<Result<?>> all, List<Double> bound) {
    WorkloadParams settings = new WorkloadParams();
    settings.put("url", "memory:", 0);
    settings.put("threads", "3", 0);
    IterationParams warmup =
        new IterationParams(IterationType.WARMUP, 1, TimeValue.milliseconds(500), 1);
    IterationParams measurement =
        new IterationParams(IterationType.MEASUREMENT, all.size(), time, 1);
    BenchmarkParams params =
        new BenchmarkParams(
            benchmark,
            benchmark,
            false,
            3,
            new int[] {1},
            List.of(),
            1,
            0,
            warmup,
            measurement,
            mode,
            settings,
            mode == Mode.Throughput ? TimeUnit.SECONDS : TimeUnit.MILLISECONDS,
            1,
            "",
            List.of(),
            "17",
            "a VM",
            "17",
            Version.getPlainVersion(),
            TimeValue.minutes(1));
    List<IterationResult> iterations = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      IterationResult iteration = new IterationResult(params, measurement, null);
      iteration.addResult(all.get(i));
      iteration.addResult(
          new ScalarResult("generatorBound", bound.get(i), "share", AggregationPolicy.AVG));
      iterations.add(iteration);
    }
    RunResult run = new RunResult(params, List.of(new BenchmarkResult(params, iterations)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ResultFormatFactory.getInstance(
            ResultFormatType.JSON, new PrintStream(out, true, StandardCharsets.UTF_8))
        .writeOut(List.of(run));
    return new JsonMapper().readTree(out.toString(StandardCharsets.UTF_8)).get(0);
  }

  private static JsonNode throughput() {
    List<Result<?>> results = new ArrayList<>();
    for (long count : COUNTS) {
      results.add(
          new ThroughputResult(
              ResultRole.PRIMARY, "it", count, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS));
    }
    return jmhs(
        "io.stallmark.tiny.throughput.transaction",
        Mode.Throughput,
        TimeValue.seconds(1),
        results,
        BOUND.stream().map(Integer::doubleValue).toList());
  }

  private static JsonNode responseTimes() {
    SampleBuffer buffer = new SampleBuffer();
    LongStream.of(NANOS).forEach(buffer::add);
    return jmhs(
        "io.stallmark.tiny.transaction",
        Mode.SampleTime,
        TimeValue.seconds(5),
        List.of(new SampleTimeResult(ResultRole.PRIMARY, "it", buffer, TimeUnit.MILLISECONDS)),
        List.of(0.4));
  }

  /** The same names and texts, and numbers as near as a share of them. */
  private static void same(String where, JsonNode one, JsonNode jmhs, double near) {
    assertThat(one.getNodeType()).as(where).isEqualTo(jmhs.getNodeType());
    if (one.isObject()) {
      assertThat(one.propertyNames())
          .as(where)
          .containsExactlyInAnyOrderElementsOf(jmhs.propertyNames());
      one.propertyNames()
          .forEach(name -> same(where + "/" + name, one.get(name), jmhs.get(name), near));
    } else if (one.isArray()) {
      assertThat(one.size()).as(where).isEqualTo(jmhs.size());
      for (int i = 0; i < one.size(); i++) {
        same(where + "/" + i, one.get(i), jmhs.get(i), near);
      }
    } else if (one.isNumber()) {
      double number = jmhs.asDouble();
      assertThat(one.asDouble()).as(where).isCloseTo(number, within(near * Math.abs(number)));
    } else {
      assertThat(one.asString()).as(where).isEqualTo(jmhs.asString());
    }
  }

  @Test
  void throughput_isWhatJmhWrites() {
    same("", ours.get(0), throughput(), 1e-9);
  }

  @Test
  void responseTimes_areWhatJmhWrites_toThreeDigits() {
    same("", ours.get(1), responseTimes(), 0.01);
    assertThat(ours.size()).isEqualTo(2);
  }

  @Test
  void aRunThatDoesNotSayWhoseTheIntervalsAre_hasNoSuchMetric() throws IOException {
    Path csv = directory.resolve("intervals.csv");
    Files.writeString(csv, Files.readString(csv).replaceAll("(?m),[^,]*$", ""));
    JsonNode old = write(Files.readString(directory.resolve("run.json")), List.of());
    assertThat(old.at("/0/secondaryMetrics").isEmpty()).isTrue();
    assertThat(old.at("/1/secondaryMetrics").has("generatorBound")).isFalse();
  }

  /** JMH Visualizer prints all parameters beside every bar. */
  @Test
  void settingsThatAreTheDefaults_areNoParameters() throws IOException {
    String json = Files.readString(directory.resolve("run.json")).replace("tiny", "sysbench");
    String settings = "\"settings\": {\"tables\": 7, \"range-size\": 100, \"rand-pareto-h\": 0.2}";
    JsonNode written =
        write(json.replace("\"threads\": 3", "\"threads\": 3, " + settings), List.of());
    assertThat(written.at("/0/params").propertyNames()).containsExactly("url", "threads", "tables");
  }

  @Test
  void aRunThatIsNotToBeTrusted_isWrittenWithAWarning() throws IOException {
    String json = Files.readString(directory.resolve("run.json"));
    String doubtful = json.replaceFirst("}\\s*$", ", \"trust\": {\"trusted\": false}}");
    JsonNode written =
        write(
            doubtful, List.of(directory + " is not to be trusted, and no viewer of JMH says so."));
    assertThat(written.size()).isEqualTo(2);
  }
}
