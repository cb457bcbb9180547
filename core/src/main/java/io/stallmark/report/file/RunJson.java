package io.stallmark.report.file;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.PhaseTotals.Total;
import io.stallmark.analysis.Verdict;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.engine.RunResult;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.record.Kind;
import io.stallmark.record.Series;
import io.stallmark.report.Figures;
import io.stallmark.report.Findings;
import io.stallmark.report.Host;
import io.stallmark.report.Resolved;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.Summary;
import io.stallmark.report.Version;
import io.stallmark.report.cost.CostJson;
import io.stallmark.report.phase.PhaseJson;
import io.stallmark.report.read.RunFiles;
import io.stallmark.report.stall.BoundTimes;
import io.stallmark.report.stall.StallJson;
import io.stallmark.report.trust.Judgement;
import io.stallmark.report.trust.SteadyJson;
import io.stallmark.report.trust.TrustJson;
import io.stallmark.spec.Redactor;
import io.stallmark.spi.server.TableSize;
import io.stallmark.tables.Proof;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code run.json}: what ran where, and what it came to. {@code schemaVersion} counts up when a
 * name changes its meaning or goes; new names may come at any time. Every text that came from
 * outside passes the redactor.
 */
final class RunJson {

  static final String FILE = "run.json";
  private static final int MOST_SENTENCES = 100;

  private final JsonMapper mapper =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private final ObjectNode root = mapper.createObjectNode();
  private final Redactor redactor;

  RunJson(ResolvedRun spec, Findings findings, Host host, Redactor redactor) {
    this.redactor = redactor;
    root.put("schemaVersion", RunFiles.SCHEMA_VERSION);
    root.put("state", "running");
    root.put("startedAt", spec.start().toString());
    root.put("workload", spec.workload());
    root.put("binding", spec.binding());
    root.put("seed", spec.plan().seed());
    root.put("requestSeed", spec.plan().requestSeed());
    spec(root.putObject("spec"), spec, findings.resolved());
    ObjectNode versions = root.putObject("versions");
    versions.put("stallmark", Version.stallmark());
    versions.put("java", Version.java());
    versions.put("driver", text(findings.database().values().getOrDefault("driver", "")));
    texts(root.putObject("database"), findings.database().values());
    host(root.putObject("host"), host);
    ArrayNode warnings = root.putArray("warnings");
    findings.warnings().forEach(warning -> warnings.add(text(warning)));
  }

  /** Adds when second 0 of all times in the files was. */
  void measuredFrom(Instant begin) {
    root.put("measuredFrom", begin.toString());
  }

  /** Adds how long the load took. */
  void loaded(long rows, long nanos) {
    ObjectNode load = root.putObject("load");
    load.put("rows", rows);
    load.put("seconds", nanos / Figures.SECOND);
  }

  /** Adds how it ended. */
  void complete(
      Instant end,
      RunResult result,
      Verdict verdict,
      StallReport stalls,
      Judgement judgement,
      BoundTimes bound) {
    root.put("state", verdict.state().word());
    root.put("reason", text(verdict.reason()));
    root.put("endedAt", end.toString());
    ArrayNode warnings = root.withArray("/warnings");
    judgement.trust().warnings().forEach(warning -> warnings.add(text(warning)));
    summary(root.putObject("summary"), result);
    StallJson.put(root, stalls, bound);
    TrustJson.put(root, judgement.trust(), this::text);
    SteadyJson.put(root, judgement.steady());
  }

  /** Adds what the phases came to. */
  void phases(List<Total> totals) {
    PhaseJson.results(root, totals);
  }

  /** Adds that and why it ended without a result. */
  void fail(Instant end, String reason) {
    root.put("state", Verdict.State.FAILED.word());
    root.put("reason", text(reason));
    root.put("endedAt", end.toString());
  }

  /** Adds what the tables took on disk; null: nobody could say. */
  void size(@Nullable TableSize start, @Nullable TableSize end) {
    if (start != null) {
      ObjectNode size = root.putObject("size");
      size(size.putObject("start"), start);
      if (end != null) {
        size(size.putObject("end"), end);
      }
    }
  }

  /** Adds what it cost. */
  void cost(CostReport report) {
    CostJson.put(root, report, this::text);
  }

  private static void size(ObjectNode node, TableSize size) {
    node.put("dataBytes", size.dataBytes());
    node.put("indexBytes", size.indexBytes());
    size.fileBytes().ifPresent(bytes -> node.put("fileBytes", bytes));
    size.rows().values().stream()
        .mapToLong(Long::longValue)
        .reduce(Long::sum)
        .ifPresent(rows -> node.put("rows", rows));
  }

  /** Adds whether the tables were right after the run, and the first sentences about it. */
  void verified(Proof proof) {
    root.put("verified", proof.holds());
    ArrayNode sentences = root.putArray("verification");
    proof.sentences().stream().limit(MOST_SENTENCES).forEach(s -> sentences.add(text(s)));
  }

  String print() {
    return mapper.writeValueAsString(root) + "\n";
  }

  private void spec(ObjectNode node, ResolvedRun spec, Resolved resolved) {
    node.put("url", text(spec.target().url()));
    node.put("driver", spec.target().driver());
    node.put("tls", spec.target().tls().mode().name().toLowerCase(Locale.ROOT));
    RunPlan plan = spec.plan();
    node.put("threads", plan.threads());
    node.put("durationSeconds", plan.duration() / Figures.SECOND);
    node.put("events", plan.events());
    node.put("warmupSeconds", plan.warmup() / Figures.SECOND);
    if (plan.pacing() instanceof Pacing.OpenLoop open) {
      node.put("pacing", "open");
      if (open.rates().isConstant()) {
        node.put("ratePerSecond", open.rates().afterwards());
      } else {
        node.put("rateSchedule", open.rates().text());
      }
      node.put("arrivals", open.law().name().toLowerCase(Locale.ROOT));
    } else if (plan.pacing() instanceof Pacing.ClosedLoop closed) {
      node.put("pacing", "closed");
      if (!closed.thinkTime().isNone() && plan.phases().isEmpty()) {
        node.put("thinkTimeSeconds", closed.thinkTime().mean() / Figures.SECOND);
        node.put("thinkTime", closed.thinkTime().exponential() ? "exponential" : "constant");
      }
    }
    node.put("intervalSeconds", plan.interval() / Figures.SECOND);
    node.put("allowedErrorsPercent", StallJson.percent(plan.allowedErrors()));
    node.put("reconnectSeconds", plan.reconnect() / Figures.SECOND);
    PhaseJson.plan(node, plan.phases(), resolved.phases());
    texts(node.putObject("storage"), spec.storage());
    if (spec.cache() != null) {
      node.put("cacheBytes", spec.cache());
    }
    ObjectNode settings = node.putObject("settings");
    spec.settings().values().forEach(settings::putPOJO);
    resolved.all().forEach(node.putObject("resolved")::putPOJO);
  }

  private static void host(ObjectNode node, Host host) {
    node.put("cpu", host.cpu());
    node.put("physicalCores", host.physicalCores());
    node.put("logicalCores", host.logicalCores());
    node.put("memoryBytes", host.memoryBytes());
    node.put("heapBytes", host.heapBytes());
    node.put("operatingSystem", host.operatingSystem());
    node.put("architecture", host.architecture());
  }

  private void summary(ObjectNode node, RunResult result) {
    node.put("elapsedNanoseconds", result.elapsed());
    node.put("transactions", result.succeeded());
    node.put("transactionsPerSecond", result.transactionsPerSecond());
    node.put("statements", result.statements());
    node.put("statementsPerSecond", result.statementsPerSecond());
    for (Kind.Category category : Summary.STATEMENTS) {
      node.put(
          category.name().toLowerCase(Locale.ROOT) + "Statements",
          Summary.statements(result, category));
    }
    node.put("rowsRead", result.rows(Kind.Category.READ));
    node.put("rowsReadPerSecond", rate(result, Kind.Category.READ));
    node.put("rowsWritten", result.rows(Kind.Category.WRITE));
    node.put("rowsWrittenPerSecond", rate(result, Kind.Category.WRITE));
    node.put("retries", result.retries());
    node.put("errors", result.failed());
    node.put("reconnects", result.reconnects());
    node.put("scheduled", result.scheduled());
    node.put("started", result.started());
    node.put("neverStarted", result.neverStarted());
    node.put("succeeded", result.succeeded());
    node.put("failed", result.failed());
    node.put("inFlight", result.inFlight());
    if (result.timerLateness().getTotalCount() > 0) {
      latency(node.putObject("timerLatenessNanoseconds"), Latency.of(result.timerLateness()));
    }
    ArrayNode classes = node.putArray("errorClasses");
    for (ErrorClass error : result.errors()) {
      ObjectNode errorClass = classes.addObject();
      errorClass.put("kind", error.kind());
      errorClass.put("code", text(error.code()));
      errorClass.put("count", error.count());
      errorClass.put("example", text(error.example()));
    }
    ObjectNode kinds = node.putObject("kinds");
    for (int i = 0; i < result.kinds().size(); i++) {
      Kind kind = result.kinds().get(i);
      kind(kinds.putObject(kind.name()), kind, result.totals().get(i), result.elapsed());
    }
  }

  private static double rate(RunResult result, Kind.Category category) {
    return Figures.perSecond(result.rows(category), result.elapsed());
  }

  private static void kind(ObjectNode node, Kind kind, Series series, long elapsed) {
    node.put("category", kind.category().name().toLowerCase(Locale.ROOT));
    node.put("count", series.successes());
    node.put("perSecond", Figures.perSecond(series.successes(), elapsed));
    if (kind.isStatement()) {
      node.put("rows", series.rows());
      node.put("rowsPerSecond", Figures.perSecond(series.rows(), elapsed));
    }
    node.put("retries", series.retries());
    node.put("failures", series.failures());
    latency(node.putObject("serviceNanoseconds"), Latency.of(series.service()));
    latency(node.putObject("responseNanoseconds"), Latency.of(series.response()));
  }

  private static void latency(ObjectNode node, Latency latency) {
    node.put("mean", latency.mean());
    node.put("p50", latency.p50());
    node.put("p95", latency.p95());
    node.put("p99", latency.p99());
    node.put("p999", latency.p999());
    node.put("max", latency.max());
  }

  private void texts(ObjectNode node, Map<String, String> texts) {
    texts.forEach((name, value) -> node.put(name, text(value)));
  }

  private String text(String raw) {
    return redactor.redact(raw);
  }
}
