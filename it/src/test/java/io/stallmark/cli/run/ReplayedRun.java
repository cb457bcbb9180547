package io.stallmark.cli.run;

import io.stallmark.analysis.Verdict;
import io.stallmark.analysis.cost.CostWatch;
import io.stallmark.analysis.counters.CounterMove;
import io.stallmark.analysis.counters.Moves;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallRule;
import io.stallmark.analysis.stall.StallWatch;
import io.stallmark.analysis.trust.Trust;
import io.stallmark.analysis.trust.TrustWatch;
import io.stallmark.engine.RunResult;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Kind;
import io.stallmark.record.Recorder;
import io.stallmark.report.Findings;
import io.stallmark.report.Host;
import io.stallmark.report.LiveLines;
import io.stallmark.report.RunSpec;
import io.stallmark.report.Terminal;
import io.stallmark.report.file.CostLog;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.metrics.Metrics;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.trust.Judgement;
import io.stallmark.spi.Facts;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.workload.Settings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
   * @param args the directory of a recorded run, that of the results, how many seconds
   */
  public static void main(String[] args) throws Exception {
    Path recorded = Path.of(args[0]);
    int seconds = Integer.parseInt(args[2]);
    List<Kind> kinds = kinds(recorded);
    Replay replay = new Replay(recorded.resolve("latency.hlog"), kinds);
    Terminal terminal =
        new Terminal(
            OutputStream.nullOutputStream(),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            false);
    RunSpec spec = spec(seconds);
    Findings findings = new Findings(new Facts(Map.of(), List.of()), kinds, List.of());
    try (ResultFiles files = ResultFiles.create(Path.of(args[1]), spec, terminal.redactor())) {
      files.begin(findings, Host.unknown());
      run(replay, seconds, spec, findings, files, terminal);
      ReportPage.write(files.directory(), files.directory().resolve(ResultFiles.PAGE));
      System.out.println(files.directory());
    }
    System.err.printf(
        Locale.ROOT,
        "heap at its most: %,.1f MB of %,.1f MB%n",
        peak() / 1e6,
        Runtime.getRuntime().maxMemory() / 1e6);
  }

  private static void run(
      Replay replay,
      int seconds,
      RunSpec spec,
      Findings findings,
      ResultFiles files,
      Terminal terminal)
      throws Exception {
    List<String> names = findings.kinds().stream().map(Kind::name).toList();
    try (Metrics metrics = Metrics.open(null, spec);
        CostLog log = new CostLog(files.directory())) {
      CostWatch cost = new CostWatch(List.of(), log, List.of());
      StallWatch stalls = new StallWatch(spec.stalls(), names, new NoMoves(), files);
      TrustWatch trust = new TrustWatch(spec.plan(), Optional.empty());
      LiveLines live = new LiveLines(terminal, SECOND);
      RunWatch all = new RunWatch(trust, files, stalls, cost, live, metrics);
      all.begun();
      RunResult result = result(replay.run(seconds, all), seconds);
      StallReport found = stalls.finish();
      Judgement judgement =
          new Judgement(Trust.of(result, trust.report()), files.steady(trust.steady(), result));
      files.complete(result, Verdict.of(result, 0), found, judgement);
    }
  }

  private static RunResult result(Recorder recorder, int seconds) {
    long transactions = recorder.totals().get(0).successes();
    return new RunResult(
        recorder.kinds(),
        recorder.totals(),
        seconds * SECOND,
        transactions,
        transactions,
        transactions,
        0,
        0,
        0,
        0,
        new Histogram(3),
        List.of(),
        null,
        false);
  }

  private static RunSpec spec(int seconds) {
    return new RunSpec(
        Instant.now(),
        "replayed",
        "recorded",
        new Target("memory://h/db", null, null, Tls.UNSAID, 1),
        new RunPlan(1, seconds * SECOND, 0, 0, new Pacing.ClosedLoop(), 1, SECOND, 0, SECOND),
        new Settings(Map.of()),
        Map.of(),
        StallRule.DEFAULT);
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

  private static long peak() {
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        peak += pool.getPeakUsage().getUsed();
      }
    }
    return peak;
  }

  /** Nobody counted. */
  private static final class NoMoves implements Moves {

    @Override
    public List<CounterMove> moved(long from, long until) {
      return List.of();
    }

    @Override
    public boolean knows(long moment) {
      return true;
    }
  }
}
