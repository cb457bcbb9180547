package io.stallmark.tpcc.transaction;

import io.stallmark.spi.workload.Tally;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the clients of a run have committed. Thread-safe. */
public final class RunCounts {

  /** A count of committed transactions, or a sum of theirs. */
  public enum Count {
    NEW_ORDERS,
    PAYMENTS,
    /** Sum of the payments, cents. */
    CENTS,
    DELIVERIES,
    /** Districts that had no order to deliver. */
    SKIPPED
  }

  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

  public RunCounts() {
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
  }

  public void add(Count count, long number) {
    adder(count).add(number);
  }

  private LongAdder adder(Count count) {
    return counts.getOrDefault(count, new LongAdder());
  }

  public long get(Count count) {
    return adder(count).sum();
  }

  public void reset() {
    counts.values().forEach(LongAdder::reset);
  }

  public Tally tally() {
    Map<String, Long> numbers = new HashMap<>();
    counts.forEach((count, number) -> numbers.put(count.name(), number.sum()));
    return Tally.of(numbers);
  }

  public void add(Tally tally) {
    counts.forEach((count, number) -> number.add(tally.number(count.name())));
  }
}
