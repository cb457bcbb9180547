package io.stallmark.analysis.trust;

import static java.util.Comparator.comparingLong;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.Verdict;
import io.stallmark.engine.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Whether a result is to be trusted.
 *
 * @param judged whether the run was long enough to say; else it is not known
 * @param doubts why not, whole sentences; none: it is to be trusted
 * @param cautions what a reader must know all the same, whole sentences
 */
public record Trust(
    TrustReport report, boolean judged, List<String> doubts, List<String> cautions) {

  /** The share of the time in which the generator may be the bottleneck. */
  public static final double MOST_FLAGGED = 0.1;

  /** As the share of arrivals that never started grows beyond it, p99 is of those that did. */
  public static final double MOST_NEVER_STARTED = 0.01;

  private static final double PERCENT = 100;
  private static final double MILLISECOND = 1e6;
  private static final double SECOND = 1e9;

  /**
   * The share of the response time, or of the processors, that is worth a word: twice what a
   * machine does in nobody's name beside a run.
   */
  private static final double MUCH = 0.1;

  /** Less than this, in nanoseconds, is no matter beside any server. */
  private static final long LITTLE = 10_000;

  /** Time servers turn a clock by half a thousandth at most; more at once is a step. */
  private static final double STEP = TimeUnit.MILLISECONDS.toNanos(100);

  public Trust {
    doubts = List.copyOf(doubts);
    cautions = List.copyOf(cautions);
  }

  public static Trust of(RunResult result, TrustReport report) {
    List<String> doubts = new ArrayList<>();
    List<String> cautions = new ArrayList<>();
    if (!result.balanced()) {
      doubts.add(Verdict.imbalance(result));
    }
    if (report.judgedFlagged() > 0) {
      boolean much = report.flaggedShare() > MOST_FLAGGED;
      (much ? doubts : cautions).add(bound(report));
    }
    if (result.neverStarted() > 0) {
      boolean much = result.neverStarted() > MOST_NEVER_STARTED * result.scheduled();
      (much ? doubts : cautions).add(neverStarted(result));
    }
    lateness(result, cautions);
    shared(report, cautions);
    if (Math.abs(report.worst().clockStep()) >= STEP) {
      cautions.add(step(report.worst()));
    }
    return new Trust(report, report.judged() > 0 || !doubts.isEmpty(), doubts, cautions);
  }

  /** Whether the result is to be trusted, as far as the generator goes. */
  public boolean trusted() {
    return judged && doubts.isEmpty();
  }

  /** Doubts and cautions together: what belongs before the figures. */
  public List<String> warnings() {
    return Stream.concat(doubts.stream(), cautions.stream()).toList();
  }

  private static String bound(TrustReport report) {
    List<String> parts = new ArrayList<>();
    for (Reason reason : Reason.values()) {
      long count = report.count(reason);
      if (count > 0) {
        parts.add(
            String.format(
                Locale.ROOT,
                "in %,d %s (limit %s)",
                count,
                reason.words(report.worst(reason)),
                reason.limitWords()));
      }
    }
    Reason most = Collections.max(EnumSet.allOf(Reason.class), comparingLong(report::count));
    return String.format(
        Locale.ROOT,
        "In %,d of %,d %s the generator, not the database, was the bottleneck: %s. %s",
        report.judgedFlagged(),
        report.judged(),
        report.judged() == 1 ? "interval" : "intervals",
        String.join(", ", parts),
        most.remedy());
  }

  private static String neverStarted(RunResult result) {
    return String.format(
        Locale.ROOT,
        "%,d of the %,d transactions that were due (%.2f %%) never started; how long they"
            + " waited is in no response time.",
        result.neverStarted(),
        result.scheduled(),
        PERCENT * result.neverStarted() / result.scheduled());
  }

  private static void lateness(RunResult result, List<String> cautions) {
    Latency timer = Latency.of(result.timerLateness());
    if (timer.count() > 0) {
      Latency response = Latency.of(result.totals().get(0).response());
      if (much(timer.p50(), response.p50()) || much(timer.p99(), response.p99())) {
        cautions.add(lateness(timer, response));
      }
    }
  }

  private static boolean much(long lateness, long response) {
    return lateness >= LITTLE && lateness > MUCH * response;
  }

  private static String lateness(Latency timer, Latency response) {
    return String.format(
        Locale.ROOT,
        "Much of the response time is the client's own lateness in letting waiting transactions go:"
            + " %.3f of %.3f ms at the median, %.3f of %.3f ms at the 99th percentile. A client with"
            + " idle processors, or service time, is nearer to the server's.",
        timer.p50() / MILLISECOND,
        response.p50() / MILLISECOND,
        timer.p99() / MILLISECOND,
        response.p99() / MILLISECOND);
  }

  /**
   * Others are worth a word at any load, where they can be told from the server: idle processors
   * keep nobody from evicting what the server has in a cache, or from using its disks.
   */
  private static void shared(TrustReport report, List<String> cautions) {
    boolean seen = !Double.isNaN(report.serverCpu());
    double server = seen ? report.serverCpu() : 0;
    double rest = server + report.othersCpu();
    boolean saturated = report.machineCpu() + report.stolenCpu() >= TrustWatch.SATURATED;
    if ((saturated && rest >= MUCH) || (seen && report.othersCpu() >= MUCH)) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "The processors of this machine were %.0f %% busy: the generator used %.0f %%, %s",
              PERCENT * report.machineCpu(),
              PERCENT * (report.machineCpu() - rest),
              seen ? besideIt(server, saturated, report) : unseen(report)));
    }
  }

  private static String besideIt(double server, boolean saturated, TrustReport report) {
    return String.format(
        Locale.ROOT,
        "the server %.0f %%, other processes %.0f %%. %s",
        PERCENT * server,
        PERCENT * report.othersCpu(),
        saturated
            ? "They had to wait for each other: with processors of its own the same server may do"
                + " more."
            : "The others had their part of the machine's caches, memory and disks too: without"
                + " them the same server may do more.");
  }

  private static String unseen(TrustReport report) {
    return String.format(
        Locale.ROOT,
        "other processes %.0f %%. The server was not found among these, and they may have kept the"
            + " generator waiting.",
        PERCENT * report.othersCpu());
  }

  private static String step(Worst worst) {
    return String.format(
        Locale.ROOT,
        "The wall clock went %s by %,.3f s within the interval that ends at %,.1f s: it was set, or"
            + " the machine slept. Times of day after that are off; lengths are not.",
        worst.clockStep() > 0 ? "forward" : "back",
        Math.abs(worst.clockStep()) / SECOND,
        worst.clockStepAt() / SECOND);
  }
}
