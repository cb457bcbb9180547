package io.stallmark.replay;

import io.stallmark.model.Table;
import io.stallmark.replay.ReplayOptions.Order;
import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayer;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceDocument;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceReader;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Replay of one trace, once. It has no tables: those of the application must exist. */
final class ReplayScenario implements Scenario {

  /** Lateness at the 99th percentile that the generator may cause, nanoseconds. */
  private static final long MOST_OURS = 5_000_000;

  private static final double MILLISECOND = 1e6;

  private final ReplayOptions options;
  private final TraceDocument document;
  private final ReplayStatistics statistics;
  private TraceFeed.Machine machine = TraceFeed.Machine.ONLY;
  private @Nullable TraceFeed feed;
  private @Nullable ReplayTally others; // what the clients of all other machines did

  ReplayScenario(ReplayOptions options, TraceDocument document) {
    this.options = options;
    this.document = document;
    statistics = new ReplayStatistics(document);
  }

  @Override
  public List<Table> tables() {
    return List.of();
  }

  @Override
  public List<Role> roles() {
    return List.of(Role.replay(this::replayer));
  }

  private synchronized Replayer replayer(ReplayTarget target, Slice slice, BooleanSupplier ended) {
    TraceFeed shared = feed;
    if (shared == null) {
      shared = new TraceFeed(options, machine, target, slice.count(), statistics, ended);
      feed = shared;
    }
    return new ReplayClient(options, target, shared, slice.index(), statistics, ended);
  }

  /** Gives this machine the sessions that its clients have on one machine. */
  @Override
  public synchronized void share(int index, int machines) {
    if (options.order() != Order.SESSION) {
      throw new RefusedException(
          "a replay with -p order=%s runs on one machine only, because %s: give -p order=session",
          options.order().word(),
          options.order().spansSessions()
              ? "operations wait for those of other sessions"
              : "all clients take operations from one queue");
    }
    machine = new TraceFeed.Machine(index, machines);
  }

  @Override
  public String files() {
    try (TraceReader reader = TraceReader.open(options.trace())) {
      return Text.format("the trace %s with SHA-256 %s", options.trace(), reader.sha256());
    } catch (TraceException e) {
      return "a trace that cannot be used (" + e.getMessage() + ")";
    }
  }

  /** What the clients of this machine did; empty: they did not begin. */
  private Optional<ReplayTally> own() {
    try {
      return feed == null
          ? Optional.empty()
          : Optional.of(statistics.tally(feed.close(), machine.count()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public synchronized Tally tally() {
    return own().map(ReplayTally::toTally).orElse(Tally.NONE);
  }

  @Override
  public synchronized void add(Tally tally) {
    if (tally.results().length > 0) {
      ReplayTally more = ReplayTally.read(tally);
      others = others == null ? more : others.plus(more);
    }
  }

  @Override
  public synchronized Conclusion conclusion(Histogram responses) {
    ReplayTally all = others == null ? own().orElse(null) : others;
    if (all == null) {
      return Conclusion.NONE;
    }
    ReplayResult result = statistics.result(all);
    String failure = statistics.failure(all, result, options.allowedDifferences());
    return new Conclusion(0, false, failure, doubts(result, responses), List.of(), result, null);
  }

  private static List<String> doubts(ReplayResult result, Histogram responses) {
    long late = result.ours().getValueAtPercentile(99);
    long limit = Math.max(MOST_OURS, responses.getValueAtPercentile(99) / 10);
    return late <= limit
        ? List.of()
        : List.of(
            Text.format(
                "The generator sent operations late: %.3f ms at the 99th percentile, which the"
                    + " server did not cause (limit %.3f ms). Use a machine with idle processors.",
                late / MILLISECOND, limit / MILLISECOND));
  }

  @Override
  public List<String> warnings() {
    Lines warnings = new Lines();
    if (document.state() != TraceDocument.State.COMPLETED) {
      warnings.add(
          "The recording of the trace did not end properly: it has the operations until then.");
    }
    document
        .gaps()
        .forEach(
            (reason, count) ->
                warnings.add(
                    "%,d operations are missing in the trace: %s. Replies to operations that need"
                        + " them differ.",
                    count, reason));
    if (document.origin().replies() == Replies.NONE) {
      warnings.add("The trace has no replies: the replay compares nothing but counts errors.");
    }
    return warnings;
  }

  @Override
  public Verification verification() {
    return Verification.none("A replay has no tables to verify; its replies are compared.");
  }
}
