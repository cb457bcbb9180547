package io.stallmark.run;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.ServiceLevelWatch;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.cost.ReplayedCost;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.analysis.counters.ReplayedCounters;
import io.stallmark.analysis.stall.StallRule;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.stall.StalledRole;
import io.stallmark.analysis.trust.GeneratorProcesses;
import io.stallmark.analysis.trust.HealthWatch;
import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.Registry;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import io.stallmark.report.Terminal;
import io.stallmark.report.metrics.LiveMetrics;
import io.stallmark.report.page.RunPage;
import io.stallmark.report.text.LiveLines;
import io.stallmark.report.text.SummaryText;
import io.stallmark.result.RunDocument;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.run.document.HostScan;
import io.stallmark.run.document.ResolvedSettings;
import io.stallmark.run.document.RunDocumentBuilder;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run of any length without its time: recorded intervals go through all that listens to a run,
 * and end in its files and its page. A process of its own, so that its heap can be limited.
 */
public final class ReplayedRun {

  private static final long SECOND = 1_000_000_000L;

  private ReplayedRun() {}

  /**
   * Prints the directory of the run.
   *
   * @param args the directory of a recorded run, the file of its server's counters, the directory
   *     of the results, how many seconds, how many phases of equal length or 0
   */
  public static void main(String[] args) throws Exception {
    HeapPeak heap = new HeapPeak();
    Path recorded = Path.of(args[0]);
    int seconds = Integer.parseInt(args[3]);
    List<Kind> kinds = kinds(recorded);
    Replay replay = new Replay(recorded.resolve("latency.hlog"), kinds);
    Terminal terminal =
        new Terminal(
            OutputStream.nullOutputStream(),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            false,
            null);
    RunJob spec = spec(seconds, Integer.parseInt(args[4]));
    RunFindings findings =
        new RunFindings(new Facts(Map.of(), List.of()), ResolvedSettings.NOTHING, kinds, List.of());
    Path directory = Files.createDirectories(Path.of(args[2]).resolve("replayed"));
    RunObserver files = RunPage.withFiles(terminal.redactor(), System.err::println);
    RunDocumentBuilder document =
        new RunDocumentBuilder(
            RunStart.document(spec, Instant.now(), findings, HostScan.unknown()), spec.plan());
    files.resolved(spec, directory);
    files.prepared(spec, findings, document.start());
    ReplayedCounters counters = new ReplayedCounters(Path.of(args[1]));
    run(recorded, counters, replay, spec, findings, document, directory, files, terminal);
    files.closed();
    System.out.println(directory);
    System.err.println(heap);
  }

  private static void run(
      Path recorded,
      ReplayedCounters counters,
      Replay replay,
      RunJob spec,
      RunFindings findings,
      RunDocumentBuilder document,
      Path directory,
      RunObserver files,
      Terminal terminal)
      throws Exception {
    List<String> names = findings.kinds().stream().map(Kind::name).toList();
    int seconds = (int) (spec.plan().duration() / SECOND);
    ReplayedCost recordedCost = new ReplayedCost(recorded.resolve("cost.csv"));
    LiveMetrics metrics = new LiveMetrics(new ListenAddress("127.0.0.1", 0), line -> {});
    metrics.resolved(spec, directory);
    try (Scraper scraper = new Scraper(metrics);
        ReplayedSizes sizes = new ReplayedSizes(recorded, directory)) {
      metrics.phase(RunObserver.Phase.MEASURING);
      metrics.prepared(spec, findings, document.start());
      CostWatch cost = recordedCost.watch(files::cost);
      StallWatch stalls =
          new StallWatch(
              StallRule.DEFAULT,
              List.of(StalledRole.ONLY),
              names,
              counters,
              new StallWatch.Listener() {
                @Override
                public void stall(StallSummary stall) throws IOException {
                  files.stall(stall);
                }

                @Override
                public void dip(DipSummary dip) throws IOException {
                  files.dip(dip);
                }
              });
      TrustWatch trust =
          new TrustWatch(
              spec.plan(),
              new HealthWatch(
                  spec.plan(), GeneratorProcesses.alone("client-"), () -> ProcessFamily.NONE));
      LiveLines live = new LiveLines(terminal, SECOND, List.of());
      RunObserver observer =
          new RunObserver() {
            @Override
            public void interval(LiveInterval last) {
              live.interval(last.interval(), last.stalled(), last.health());
              metrics.interval(last);
            }
          };
      IntervalWatch watch =
          new IntervalWatch(
              trust,
              document,
              stalls,
              cost,
              new ServiceLevelWatch(spec.plan(), List.of()),
              origin -> List.of(),
              RunObserver.all(observer, files));
      watch.begun();
      IntervalListener all =
          interval -> {
            long now = interval.origin() + interval.end();
            recordedCost.at(now);
            counters.read(now);
            watch.interval(interval);
            recordedCost.awaitRows();
            sizes.interval(interval.end());
            scraper.interval(interval.end());
          };
      RunResult result = result(replay.run(seconds, all), seconds);
      document.size(sizes.first(), sizes.last());
      List<SourceCost> sources = cost.finish();
      StallFindings found = stalls.finish();
      RunVerdict verdict =
          RunVerdict.of(result, new RunVerdict.Limits(0, 0, kind -> 0, false, 0), List.of());
      RunDocument ended =
          document.ended(
              result,
              verdict,
              found,
              TrustVerdict.of(result, trust.report(), sources, false),
              trust.steady(),
              CostReport.of(sources, List.of(), null, null, result.totals().get(0).successes()));
      SummaryText.lines(spec, ended, verdict.sound(), stalls.rates(), directory)
          .forEach(terminal::result);
      files.measured(
          new RunReport.Measured(
              spec,
              result,
              verdict,
              stalls.rates(),
              new MeasuredRun(ended, List.of(), List.of()),
              directory));
    } finally {
      metrics.closed();
    }
  }

  private static RunResult result(RunRecorder recorder, int seconds) {
    long n = recorder.totals().get(0).successes();
    RoleResult role =
        new RoleResult(Role.ONLY, 1, false, ProgressUnit.TRANSACTIONS, n, n, n, 0, 0, 0);
    return new RunResult(
        recorder.kinds(),
        recorder.totals(),
        List.of(role),
        seconds * SECOND,
        0,
        new Histogram(3),
        List.of(),
        null,
        false,
        "",
        "");
  }

  private static RunJob spec(int seconds, int parts) throws SpecException {
    Pacing pacing = new Pacing.ClosedLoop();
    List<Phase> phases = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      long length = seconds * SECOND / parts;
      phases.add(new Phase("part-" + i, i * length, length, 1, pacing));
    }
    Registry registry = Registry.load();
    RunSpec spec =
        new RunSpecReader(registry, path -> path).parse("{workload: sysbench, threads: 1}");
    RunJob job = RunJob.of(spec, registry, Credentials.NONE);
    return new RunJob(
        spec,
        job.workload(),
        new Settings(Map.of()),
        job.binding(),
        new Target("memory://h/db", null, null, Tls.UNSAID, 1),
        new RunPlan(
            List.of(RolePlan.only(1, pacing)),
            seconds * SECOND,
            0,
            0,
            1,
            SECOND,
            new RunPlan.Limits(0, SECOND, SECOND),
            phases,
            RunPlan.Connect.ONCE),
        List.of(),
        List.of());
  }

  /** In the order of the summary, which is the recorder's. */
  private static List<Kind> kinds(Path run) throws Exception {
    JsonNode json = new JsonMapper().readTree(Files.readString(run.resolve("run.json")));
    List<Kind> kinds = new ArrayList<>();
    for (Map.Entry<String, JsonNode> kind : json.at("/summary/kinds").properties()) {
      String category = kind.getValue().path("category").asString();
      kinds.add(new Kind(kind.getKey(), Kind.Category.valueOf(category.toUpperCase(Locale.ROOT))));
    }
    return kinds;
  }
}
