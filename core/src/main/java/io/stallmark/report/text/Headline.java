package io.stallmark.report.text;

import io.stallmark.record.Kind;
import io.stallmark.report.FigureFormat;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.NamedRate;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunState;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.KindSummary;
import io.stallmark.result.RunSummary.RoleSummary;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.StallThresholds;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The result of a run in one line: rate, response time, stalls, and what ran where. */
public final class Headline {

  /** Percentage of the attempts from which retries are part of the result. */
  private static final double MUCH_RETRIED = 10;

  private Headline() {}

  /**
   * Returns the headline.
   *
   * @param sound whether the throughput of the run is valid
   */
  public static String of(RunDocument run, boolean sound) {
    String what = subject(run);
    if (run.state() == RunState.FAILED) {
      return "FAILED: " + what + (sound ? ": " + figures(run) : "");
    }
    String end = run.state() == RunState.INTERRUPTED ? ", interrupted" : "";
    return sound ? figures(run) + end + ": " + what : what + end;
  }

  /** Returns what ran where: {@code sysbench on MariaDB 10.11, InnoDB}. */
  public static String subject(RunDocument run) {
    return run.workload() + " on " + DatabaseName.of(run);
  }

  /**
   * Returns the result of one of several runs in a few words, without what ran where.
   *
   * @param sound whether the throughput of the run is valid
   */
  public static String ofOne(RunDocument run, boolean sound) {
    return (run.state() == RunState.COMPLETED ? "" : run.state().word() + ", ")
        + (sound ? figures(run).replace(", no stalls", "") : "no valid rate")
        + (run.doubted() ? ", UNTRUSTED" : "");
  }

  private static String figures(RunDocument run) {
    RunSummary summary = Objects.requireNonNull(run.outcome().summary());
    List<String> parts = new ArrayList<>(List.of(rate(run.outcome())));
    String time = responseTime(summary);
    if (!time.isEmpty()) {
      parts.add(time);
    }
    double attempts = summary.transactions() + summary.retries() + summary.errors();
    double retried = 100 * summary.retries() / attempts;
    if (retried >= MUCH_RETRIED) {
      parts.add(Text.format("%.0f %% of attempts retried", retried));
    }
    String stalls = stalls(run.outcome().findings(), summary.elapsedNanoseconds());
    if (!stalls.isEmpty()) {
      parts.add(stalls);
    }
    return String.join(", ", parts);
  }

  /** Returns the rate that the workload names, if it does, and that of the first role. */
  static String rate(RunOutcome outcome) {
    String role = rate(Objects.requireNonNull(outcome.summary()));
    NamedRate named = outcome.headline();
    return named == null
        ? role
        : FigureFormat.rate(named.value()) + " " + named.unit() + ", " + role;
  }

  /**
   * Returns the rate in the unit of the first role, and in transactions if that is another unit.
   */
  private static String rate(RunSummary run) {
    String transactions = FigureFormat.rate(run.transactionsPerSecond()) + " transactions/s";
    List<RoleSummary> roles = run.roles();
    if (roles != null && roles.size() > 1 && !unit(run).equals("rows")) {
      return roles.stream() // a sum of unlike ones, such as empty polls, says nothing
          .map(role -> FigureFormat.rate(role.transactionsPerSecond()) + " of " + role.name())
          .collect(Collectors.joining(", "))
          .replaceFirst(" of ", " transactions/s of ");
    }
    if (roles == null || !unit(run).equals("rows")) {
      return transactions;
    }
    RoleSummary first = roles.get(0);
    return Text.format(
        "%,.1f rows/s in %,.1f transactions/s%s",
        first.progressPerSecond(),
        first.transactionsPerSecond(),
        roles.size() > 1 ? " of " + first.name() : "");
  }

  /** Returns the unit of the first role's progress. */
  static String unit(RunSummary run) {
    return run.roles() == null ? "transactions" : run.roles().get(0).unit();
  }

  /** Returns the highest percentile with enough samples beyond it; empty: there is none. */
  private static String responseTime(RunSummary run) {
    @Nullable KindSummary kind = run.kinds().get(Kind.TRANSACTION);
    if (kind == null) {
      return "";
    }
    LatencySummary times = kind.responseNanoseconds();
    return Stream.of(Percentile.P99, Percentile.P95, Percentile.P50)
        .filter(each -> each.isSupported(kind.count()))
        .findFirst()
        .map(each -> each.label() + " " + FigureFormat.millis((double) each.of(times)) + " ms")
        .orElse("");
  }

  private static String stalls(StallFindings findings, long elapsed) {
    @Nullable StallThresholds rule = findings.stallRule();
    @Nullable Long count = findings.stallCount();
    if (rule == null || count == null) {
      return "";
    }
    if (count > 0) {
      return FigureFormat.count(count, "stall");
    }
    return rule.judges(elapsed / FigureFormat.SECOND) ? "no stalls" : "";
  }
}
