package io.stallmark.replay;

import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayResult.Difference;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Counts of a replay. Thread-safe; only the reader's thread calls {@link #of}. */
final class ReplayStatistics {

  private static final int MOST_STATEMENTS = 5_000;
  static final int DIGITS = 3;

  /** Reason for which operations are skipped that the user did not select. */
  private static final String FILTERED = "filtered";

  /** Reason for which operations are not known to have been sent: their machine was lost. */
  private static final String UNKNOWN = "unknown";

  private static final double PERCENT = 100;

  private final TraceDocument document;
  private final Map<OperationKey, StatementStatistics> statements = new HashMap<>();
  private final StatementStatistics other = new StatementStatistics("other", "(other)");
  private final List<StatementStatistics> listed = new ArrayList<>(List.of(other));
  private final List<Difference> differences = new ArrayList<>();
  private final Map<String, LongAdder> skipped = new ConcurrentHashMap<>();
  private final UnstartedOperations unstarted = new UnstartedOperations();
  private final LongAdder queued = new LongAdder();
  private final LongAdder filtered = new LongAdder();
  private final LongAdder replayed = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder outOfOrder = new LongAdder();
  private final Recorder behind = new Recorder(DIGITS);
  private final Recorder held = new Recorder(DIGITS);
  private final Recorder ours = new Recorder(DIGITS);
  private volatile boolean all;
  private volatile String failure = "";

  private record OperationKey(String command, String fingerprint) {}

  ReplayStatistics(TraceDocument document) {
    this.document = document;
  }

  /** Returns the statistics of an operation's fingerprint. */
  StatementStatistics of(OperationText text) {
    OperationKey key = new OperationKey(text.command(), text.fingerprint());
    StatementStatistics found = statements.get(key);
    if (found == null && statements.size() >= MOST_STATEMENTS) {
      return other;
    } else if (found == null) {
      found = new StatementStatistics(text.command(), text.fingerprint());
      statements.put(key, found);
      synchronized (listed) {
        listed.add(found);
      }
    }
    return found;
  }

  /** The operations that were queued and have not started. */
  UnstartedOperations unstarted() {
    return unstarted;
  }

  /** Counts an operation that is put into a client's queue. */
  void queued() {
    queued.increment();
    unstarted.add();
  }

  /** Counts an operation that the user did not select. It is not queued. */
  void filter() {
    filtered.increment();
  }

  /** Counts an operation that a client took and cannot send. */
  void skip(String reason) {
    skipped.computeIfAbsent(reason, word -> new LongAdder()).increment();
    unstarted.remove();
  }

  /** Counts an operation that a client took and did not send, because the run ended. */
  void dropped() {
    dropped.increment();
    unstarted.remove();
  }

  void outOfOrder() {
    outOfOrder.increment();
  }

  /** Counts an operation that is sent now, and the parts of its lateness, nanoseconds. */
  void late(long behindTime, long heldTime, long ownTime) {
    unstarted.remove();
    replayed.increment();
    behind.recordValue(behindTime);
    held.recordValue(heldTime);
    ours.recordValue(ownTime);
  }

  synchronized void differs(Difference difference) {
    differences.add(difference);
  }

  /** Reports that the trace was read to its end. */
  void readAll() {
    all = true;
  }

  void fail(String sentence) {
    failure = sentence;
  }

  /**
   * Returns what the clients of this machine did, after all of them and the reader have ended. Used
   * once.
   *
   * @param left operations in the queues
   * @param machines number of machines of the replay
   */
  synchronized ReplayTally tally(long left, int machines) {
    Map<String, Long> reasons = new TreeMap<>();
    skipped.forEach((reason, count) -> reasons.put(reason, count.sum()));
    if (filtered.sum() > 0) {
      reasons.put(FILTERED, filtered.sum());
    }
    long read = queued.sum() + filtered.sum();
    List<ReplayResult.Statement> results;
    long compared;
    synchronized (listed) {
      compared = listed.stream().mapToLong(StatementStatistics::compared).sum();
      results =
          listed.stream()
              .map(StatementStatistics::result)
              .filter(each -> each.count() > 0)
              .toList();
    }
    long same = results.stream().mapToLong(ReplayResult.Statement::same).sum();
    ReplayResult result =
        new ReplayResult(
            read,
            replayed.sum(),
            reasons,
            left + dropped.sum(),
            document.gaps(),
            outOfOrder.sum(),
            compared,
            same,
            behind.getIntervalHistogram(),
            held.getIntervalHistogram(),
            ours.getIntervalHistogram(),
            results,
            differences);
    return new ReplayTally(result, failure, all, 1, machines);
  }

  /**
   * Returns the result of the replay.
   *
   * @param tally what the clients of all machines did
   */
  ReplayResult result(ReplayTally tally) {
    ReplayResult counted = tally.counted();
    long rest =
        tally.complete() ? 0 : Math.max(0, document.counts().operations() - counted.recorded());
    Map<String, Long> reasons = new TreeMap<>(counted.skipped());
    if (rest > 0 && tally.missing() > 0) {
      reasons.put(UNKNOWN, rest);
    }
    return new ReplayResult(
        counted.recorded() + rest,
        counted.replayed(),
        reasons,
        counted.neverStarted() + (tally.missing() > 0 ? 0 : rest),
        document.gaps(),
        counted.outOfOrder(),
        counted.compared(),
        counted.same(),
        counted.behind(),
        counted.heldBack(),
        counted.ours(),
        counted.statements().stream()
            .sorted(Comparator.comparingDouble(ReplayStatistics::time).reversed())
            .toList(),
        counted.differences());
  }

  private static double time(ReplayResult.Statement statement) {
    Histogram service = statement.service();
    return service.getTotalCount() == 0 ? 0 : service.getMean() * service.getTotalCount();
  }

  /**
   * Returns why the replay failed, a sentence; empty: it did not.
   *
   * @param result what {@link #result} returned for this tally
   * @param allowed share of the compared replies that may differ
   */
  String failure(ReplayTally tally, ReplayResult result, double allowed) {
    if (!tally.failure().isEmpty()) {
      return tally.failure();
    }
    long counted = result.replayed() + result.skippedTotal() + result.neverStarted();
    long expected = document.counts().operations();
    if (counted != result.recorded()
        || (tally.complete()
            && document.state() == TraceDocument.State.COMPLETED
            && expected != counted)) {
      return Text.format(
          "The trace has %,d operations, and %,d were counted: a bug in Stallmark.",
          expected, counted);
    }
    if (result.different() > allowed * result.compared()) {
      return Text.format(
          "%,d of %,d replies (%.2f %%) differ from the recorded ones; -p %s allows %.2f %%.",
          result.different(),
          result.compared(),
          PERCENT * result.different() / result.compared(),
          ReplayWorkload.ALLOWED_DIFFERENCES,
          PERCENT * allowed);
    }
    return "";
  }
}
