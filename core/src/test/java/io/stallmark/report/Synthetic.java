package io.stallmark.report;

import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.cli.MemoryBinding;
import io.stallmark.cli.TinyWorkload;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.SampleRole;
import io.stallmark.plan.Registry;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.CostSummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.CounterChange;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.Periodicity;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.StallFindings.StallThresholds;
import io.stallmark.result.SteadySummary;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunSpec;
import io.stallmark.run.RunSpecReader;
import io.stallmark.run.RunStart;
import io.stallmark.run.document.HostScan;
import io.stallmark.run.document.ResolvedSettings;
import io.stallmark.run.document.RunDocumentBuilder;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.workload.Settings;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A run that never was: three seconds of made-up samples, through the real recorder. */
public final class Synthetic {

  public static final String CANARY = "Canary-51c";
  public static final long MS = 1_000_000L;
  public static final long SECOND = 1000 * MS;
  public static final List<Kind> KINDS =
      List.of(
          new Kind("transaction", Category.TRANSACTION),
          new Kind("look", Category.TRANSACTION_KIND),
          new Kind("change", Category.TRANSACTION_KIND),
          new Kind("point_select", Category.READ),
          new Kind("update", Category.WRITE),
          new Kind("commit", Category.OTHER));

  public static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  public static final RunJob SPEC = job();
  static final RunPlan PLAN = SPEC.plan();

  public static final RunFindings FINDINGS =
      new RunFindings(
          new Facts(Map.of("server", "Memory 1 " + CANARY, "driver", "memory-driver 3"), List.of()),
          ResolvedSettings.of(Map.of("rows", 12L)),
          KINDS,
          List.of("Mind the " + CANARY + "."));

  public static final StallSummary STALL =
      new StallSummary(
          "client",
          "transactions",
          1.25,
          0.31,
          0,
          90,
          31,
          312 * MS,
          List.of("commit", "update"),
          0,
          "server",
          false,
          List.of(new CounterChange("Innodb_log_waits", 7, 5.5, 0)));

  public static final DipSummary DIP =
      new DipSummary("client", "transactions", 1.8, 1, 20, 10, 90, 50 * MS, 0, true);

  public static final StallFindings STALLS =
      new StallFindings(
          new StallThresholds(10, 0.2, 3),
          1L,
          List.of(STALL),
          1L,
          List.of(DIP),
          List.of(new Periodicity("stalls", 6, 5)));

  public static final CostSummary NO_COST = CostReport.of(List.of(), List.of(), null, null, 0);

  public static final GeneratorHealth CALM = SampleHealth.calm(0);

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  private Synthetic() {}

  /** The document of a run, in which all is absent that the JSON does not have. */
  public static RunDocument document(String json) {
    return MAPPER.readValue(json, RunDocument.class);
  }

  /** Of a run that never became steady. */
  public static final SteadySummary UNSTEADY =
      new SteadySummary(false, "response_time", 1.0, null, null, Map.of());

  /** The run's, had its generator had no processor left in one of four judged seconds. */
  public static TrustVerdict judgement(RunResult result) {
    TrustReport report =
        SampleHealth.report(
            SampleHealth.calm(3),
            SampleHealth.calm(4),
            SampleHealth.bound(5),
            SampleHealth.calm(6));
    return SampleHealth.verdict(result, report);
  }

  private static Histogram timerLateness() {
    Histogram lateness = new Histogram(3);
    lateness.recordValueWithCount(2 * MS, 270);
    return lateness;
  }

  /**
   * Feeds the recorder: 270 transactions, of which 90 change and the others look; one a retry, one
   * a failure, late by 2 ms each.
   */
  public static RunResult run(IntervalListener listener) throws IOException {
    RunRecorder recorder = new RunRecorder(KINDS, 1, SECOND, listener);
    recorder.begin(0);
    ClientRecorder client = recorder.client(0);
    for (int i = 0; i < 270; i++) {
      long intended = i * 11L * MS;
      long start = intended + 2 * MS;
      long end = start + (3 + i % 5) * MS;
      client.start(intended, start);
      client.statement(3, Ending.SUCCESS, start, start + MS, 10);
      client.statement(4, Ending.SUCCESS, start + MS, start + 2 * MS, 5);
      client.statement(5, Ending.SUCCESS, start + 2 * MS, end, 0);
      int kind = i % 3 == 0 ? 2 : 1;
      if (i == 100) {
        recorder.errors().retry("retry", "1213", "Deadlock found");
        client.retry(kind, start, end);
      }
      if (i == 200) {
        recorder.errors().count("fatal", "1205", "Bad luck with " + CANARY + " second line");
        client.failure(kind, start, end);
      } else {
        client.success(kind, start, end);
      }
      recorder.tick(end);
    }
    recorder.finish(3 * SECOND);
    return new RunResult(
        KINDS,
        recorder.totals(),
        List.of(SampleRole.only(2, 275, 270, 269, 1, 0)),
        3 * SECOND,
        0,
        timerLateness(),
        recorder.errors().classes(),
        null,
        false,
        "",
        "");
  }

  private static RunJob job() {
    Registry registry = new Registry(List.of(new TinyWorkload()), List.of(new MemoryBinding()));
    Secret secret = new Secret(CANARY);
    String url = "memory://me@h/db?key=" + CANARY;
    try {
      RunSpec spec =
          new RunSpecReader(registry, path -> path)
              .parse(
                  "{workload: tiny, url: 'memory://me@h/db', driver: fast, storage: engine=Rocks,"
                      + " cache: 7000000, threads: 2, seconds: 3, rate: 100, arrivals: poisson,"
                      + " seed: 7}");
      RunJob job =
          RunJob.of(spec, registry, new Credentials(url, secret, Redactor.NONE, List.of()));
      return new RunJob(
          spec,
          job.workload(),
          new Settings(Map.of("rows", 10L)),
          job.binding(),
          job.target(),
          job.plan(),
          List.of(),
          List.of());
    } catch (SpecException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The builder of the document, at its start. */
  public static RunDocumentBuilder document() {
    return new RunDocumentBuilder(
        RunStart.document(SPEC, START, FINDINGS, HostScan.unknown()), PLAN);
  }
}
