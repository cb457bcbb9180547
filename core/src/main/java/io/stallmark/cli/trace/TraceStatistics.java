package io.stallmark.cli.trace;

import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Figures of a trace, from its records in their order. */
final class TraceStatistics {

  /** Maximum number of fingerprints that are told apart. */
  private static final int MOST_FINGERPRINTS = 10_000;

  private static final int DIGITS = 3;
  private static final long MICROSECOND = 1000;
  private static final double MILLISECOND = 1000;
  private static final String OTHERS = "(others)";

  private final @Nullable OperationTexts texts;
  private final Map<String, Group> commands = new TreeMap<>();
  private final Map<String, Group> fingerprints = new HashMap<>();
  private final Map<Integer, Map<Long, Started>> unanswered = new HashMap<>();
  private final Map<String, Long> gaps = new TreeMap<>();
  private final Group all = new Group("all", new Histogram(DIGITS));
  private long sessions;
  private long last;

  /**
   * Creates the figures of no record.
   *
   * @param protocol protocol of the trace's family; null: commands have numbers only
   */
  TraceStatistics(@Nullable WireProtocol protocol) {
    texts = protocol == null ? null : protocol.texts();
  }

  void add(TraceRecord record) {
    last = Math.max(last, record.time());
    if (record instanceof SessionStart) {
      sessions++;
    } else if (record instanceof SessionEnd) {
      unanswered.remove(record.session());
      if (texts != null) {
        texts.ended(record.session());
      }
    } else if (record instanceof Gap gap) {
      gaps.merge(gap.reason(), gap.operations(), Long::sum);
    } else if (record instanceof Operation operation) {
      Started started = started(operation);
      started.command.operations++;
      started.fingerprint.operations++;
      all.operations++;
      unanswered
          .computeIfAbsent(record.session(), s -> new HashMap<>())
          .put(operation.sequence(), started);
    } else if (record instanceof Reply reply) {
      if (texts != null) {
        texts.replied(reply);
      }
      Map<Long, Started> open = unanswered.get(record.session());
      Started started = open == null ? null : open.remove(reply.sequence());
      if (started != null && reply.outcome() != Outcome.NONE) {
        started.command.add(reply);
        started.fingerprint.add(reply);
        all.add(reply);
      }
    }
  }

  private Started started(Operation operation) {
    OperationText text =
        texts == null
            ? new OperationText(Integer.toString(operation.command()), OTHERS, false)
            : texts.describe(operation);
    boolean distinct =
        fingerprints.containsKey(text.fingerprint()) || fingerprints.size() < MOST_FINGERPRINTS;
    return new Started(
        commands.computeIfAbsent(text.command(), name -> new Group(name, new Histogram(DIGITS))),
        fingerprints.computeIfAbsent(
            distinct ? text.fingerprint() : OTHERS, name -> new Group(name, null)));
  }

  /** Groups of an operation. */
  private record Started(Group command, Group fingerprint) {}

  /** Operations of one command or fingerprint. */
  static final class Group {

    private final String name;
    private final @Nullable Histogram latencies;
    private long operations;
    private long replies;
    private long errors;
    private long nanos;

    /**
     * Creates an empty group.
     *
     * @param latencies takes the latencies, microseconds; null: percentiles are not needed
     */
    Group(String name, @Nullable Histogram latencies) {
      this.name = name;
      this.latencies = latencies;
    }

    private void add(Reply reply) {
      replies++;
      errors += reply.outcome() == Outcome.ERROR ? 1 : 0;
      nanos += reply.latency();
      if (latencies != null) {
        latencies.recordValue(Math.max(0, reply.latency() / MICROSECOND));
      }
    }

    String name() {
      return name;
    }

    long operations() {
      return operations;
    }

    long errors() {
      return errors;
    }

    long replies() {
      return replies;
    }

    /** Sum of the latencies, nanoseconds. */
    long nanos() {
      return nanos;
    }

    /** Percentile of the latency, milliseconds. */
    double millis(double percentile) {
      return latencies == null ? 0 : latencies.getValueAtPercentile(percentile) / MILLISECOND;
    }
  }

  Group all() {
    return all;
  }

  Collection<Group> commands() {
    return commands.values();
  }

  /** Groups by fingerprint. Empty if the protocol is unknown. */
  Collection<Group> fingerprints() {
    return texts == null ? List.of() : fingerprints.values();
  }

  Map<String, Long> gaps() {
    return gaps;
  }

  long sessions() {
    return sessions;
  }

  /** Time of the latest record, nanoseconds. */
  long last() {
    return last;
  }
}
