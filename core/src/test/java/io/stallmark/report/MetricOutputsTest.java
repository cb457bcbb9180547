package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.engine.RunResult;
import io.stallmark.report.compare.HistoryText;
import io.stallmark.report.compare.RunHistory;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.metrics.LiveMetrics;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.text.RunRows;
import io.stallmark.report.text.SummaryText;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunDocument;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.result.metric.SizeMetric;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunDocumentBuilder;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.Redactor;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A metric that is added to its list is in every output. {@code RunSchemaTest} has the schema. */
final class MetricOutputsTest {

  private static final Usage USED =
      new Usage(
          Stream.of(Resource.values())
              .collect(Collectors.toMap(Function.identity(), resource -> 7_000_000L)));
  private static final CostRow COST =
      new CostRow(CostSource.SERVER, 0, Synthetic.SECOND, 4, 12, 1L, false, USED);
  private static final StoredSize SIZE = new StoredSize(1, 2, 3L, 4L, 5L);

  @TempDir static Path directory;

  private static String prometheus = "";
  private static List<String> terminal = List.of();
  private static MeasuredRun run;
  private static Comparison comparison;

  @BeforeAll
  static void aRun_isReported() throws IOException {
    RunDocumentBuilder builder = Synthetic.document();
    ResultFiles files = new ResultFiles(new Redactor(List.of()));
    files.resolved(Synthetic.SPEC, directory);
    files.prepared(Synthetic.SPEC, Synthetic.FINDINGS, builder.start());
    RunResult result =
        Synthetic.run(
            interval -> {
              Instant from = builder.interval(interval, Synthetic.CALM);
              files.interval(new RunObserver.LiveInterval(from, interval, Synthetic.CALM, 0, 0, 0));
            });
    files.cost(COST);
    files.stored(0, SIZE);
    RunVerdict verdict =
        RunVerdict.of(result, new RunVerdict.Limits(1, 0, kind -> 0, false, 0), List.of());
    run = run(builder, result, verdict);
    MeasuredRun again = run(Synthetic.document(), result, verdict);
    comparison = Comparison.of(List.of(run), List.of(again));
    files.measured(
        new RunReport.Measured(Synthetic.SPEC, result, verdict, new RateLine(), run, directory));
    files.closed();
    ReportPage.write(directory, directory.resolve(ResultFiles.PAGE));
    terminal = SummaryText.lines(Synthetic.SPEC, run.document(), true, new RateLine(), directory);
    LiveMetrics live = new LiveMetrics(new ListenAddress("127.0.0.1", 0), line -> {});
    try {
      live.resolved(Synthetic.SPEC, directory);
      live.prepared(Synthetic.SPEC, Synthetic.FINDINGS, Synthetic.document().start());
      live.cost(COST);
      live.stored(0, SIZE);
      prometheus =
          new String(
              URI.create(live.url()).toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      live.closed();
    }
  }

  private static MeasuredRun run(RunDocumentBuilder builder, RunResult result, RunVerdict verdict) {
    builder.size(SIZE, SIZE);
    SourceCost cost = new SourceCost(CostSource.SERVER, "a server", Synthetic.SECOND, 4, 12, USED);
    RunDocument document =
        builder.ended(
            result,
            verdict,
            Synthetic.STALLS,
            Synthetic.judgement(result),
            new SteadyState(
                SteadyState.What.RESPONSE_TIME, true, OptionalLong.of(0), Synthetic.SECOND),
            CostReport.of(List.of(cost), List.of(), SIZE, 1L, 12));
    return new MeasuredRun(document, List.of(), List.of());
  }

  /** Whether a comparison has the metric, and a gate with a limit of it judges it. */
  private static void assertCompared(String id) {
    assertThat(comparison.rows()).extracting(ComparisonRow::id).contains(id);
    assertThat(new RegressionGate(Map.of(id, 0.1)).findings(comparison))
        .extracting(finding -> finding.row().id())
        .containsExactly(id);
  }

  private static List<String> columns(String file) throws IOException {
    return List.of(Files.readAllLines(directory.resolve(file)).get(0).split(","));
  }

  private static JsonNode run() throws IOException {
    return new JsonMapper().readTree(Files.readString(directory.resolve("run.json")));
  }

  private static List<String> page(String list, String figure) throws IOException {
    String html = Files.readString(directory.resolve(ResultFiles.PAGE));
    String open = "<script type=\"application/json\" id=\"data\">";
    int from = html.indexOf(open) + open.length();
    return new JsonMapper()
        .readTree(html.substring(from, html.indexOf("</script>", from)))
        .at("/metrics/" + list)
        .valueStream()
        .map(metric -> figure.isEmpty() ? metric.asString() : metric.at(figure).asString())
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void percentile_isInEveryOutput(Percentile percentile) throws IOException {
    assertThat(columns("intervals.csv"))
        .contains(percentile.column("service_"), percentile.column("response_"));
    JsonNode times = run().at("/summary/kinds/transaction/responseNanoseconds");
    assertThat(times.at("/" + percentile.id()).isNumber()).isTrue();
    assertThat(page("percentiles", "/id")).contains(percentile.id());
    assertThat(page("percentiles", "/response")).contains(percentile.column("response_"));
    assertThat(terminal).anyMatch(line -> line.contains(" " + percentile.label()));
    assertCompared(percentile.metric(Comparison.RESPONSE));
    assertThat(RunMetrics.all()).containsKey(percentile.metric(""));
  }

  static Stream<RunMetric> ofRuns() {
    return RunMetrics.all().values().stream();
  }

  /** A figure that the run does not report, such as a percentile of few samples, has no history. */
  @ParameterizedTest
  @MethodSource("ofRuns")
  void metricOfARun_isAColumnOfItsCsv_andHasAHistory(RunMetric metric) throws IOException {
    String head = RunRows.csv(List.of(directory)).lines().findFirst().orElse("");
    assertThat(head.split(",")).contains(metric.id());
    List<RunHistory> histories =
        RunHistory.of(List.of(new StoredRun(directory, run, List.of())), metric);
    assertThat(histories).hasSize(Double.isNaN(metric.of(run)) ? 0 : 1);
    for (RunHistory history : histories) {
      boolean inTheTable = metric.id().equals(Comparison.THROUGHPUT);
      assertThat(HistoryText.of(history))
          .hasSize(inTheTable ? 0 : 1)
          .allMatch(line -> line.startsWith(metric.label() + " of "));
    }
  }

  @Test
  void countOfAnInterval_isSummedOnThePage() throws IOException {
    assertThat(columns("intervals.csv").subList(2, 8))
        .containsExactly("transactions", "statements", "rows", "retries", "failures", "unexpected")
        .isSubsetOf(page("summed", ""));
  }

  @Test
  void meter_hasADescription() {
    assertThat(prometheus.lines().filter(line -> line.startsWith("# TYPE stallmark_")))
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(prometheus).containsPattern("# HELP " + line.split(" ")[2] + " \\w"));
  }

  @ParameterizedTest
  @EnumSource
  void metricOfCost_isInEveryOutput(CostMetric metric) throws IOException {
    String share = metric.column() + "_per_transaction";
    assertThat(columns("cost.csv"))
        .contains(metric.column(), metric.column() + "_per_statement", share);
    JsonNode cost = run().at("/cost/sources/server");
    assertThat(cost.at("/total/" + metric.exactName()).isNumber()).isTrue();
    assertThat(cost.at("/perStatement/" + metric.jsonName()).isNumber()).isTrue();
    assertThat(cost.at("/perTransaction/" + metric.jsonName()).isNumber()).isTrue();
    assertThat(page("cost", "/name")).contains(metric.jsonName());
    assertThat(page("cost", "/chart/title")).contains(metric.chart().title());
    assertThat(List.of(metric.chart().unit(), metric.chart().words())).noneMatch(String::isBlank);
    assertThat(page("summed", "")).contains(metric.column());
    assertThat(metric.label()).isNotBlank();
    assertThat(terminal).anyMatch(line -> line.contains(" " + metric.label()));
    assertCompared("server." + share);
    assertThat(RunMetrics.all()).containsKey(share);
    assertThat(prometheus)
        .contains("# HELP stallmark_cost_" + metric.meter().replace('.', '_') + "_");
  }

  @ParameterizedTest
  @EnumSource
  void metricOfHealth_isInEveryOutput(HealthMetric metric) throws IOException {
    assertThat(columns("trust.csv")).contains(metric.column());
    assertThat(page("health", "/name")).contains(metric.jsonName());
    assertThat(metric.label()).isNotBlank();
    HealthMetric.Limit limit = metric.limit();
    if (limit != null) {
      assertThat(List.of(limit.brief(), limit.sentence())).allMatch(text -> text.contains("%s"));
      assertThat(limit.remedy()).isNotBlank();
      assertThat(prometheus).contains("reason=\"" + limit.reason() + "\"");
      assertThat(run().at("/trust/limits/reasons").has(limit.reason())).isTrue();
      assertThat(HealthMetric.CAUSES).contains(metric);
    }
  }

  @ParameterizedTest
  @EnumSource
  void metricOfSize_isInEveryOutput(SizeMetric metric) throws IOException {
    assertThat(columns("size.csv")).contains(metric.column());
    if (metric.label() != null) {
      assertThat(terminal).anyMatch(line -> line.contains(" " + metric.label()));
      assertThat(RunMetrics.all()).containsKey(metric.column());
    }
    SizeMetric.Meter meter = metric.meter();
    if (meter != null) {
      assertThat(prometheus).contains("# HELP stallmark_stored" + meter.suffix().replace('.', '_'));
    }
  }
}
