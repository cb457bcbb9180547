package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Readings of a source's counters. Interpolates between them. Used by one thread. */
final class UsageReadings {

  private record Reading(long at, Usage usage) {}

  private final Deque<Reading> readings = new ArrayDeque<>();
  private final Map<Resource, Long> before = new EnumMap<>(Resource.class);
  private final Map<Resource, Long> lastRaw = new EnumMap<>(Resource.class);

  /**
   * Adds a reading.
   *
   * @param at time on the clock of {@link System#nanoTime}, later than all before
   * @param usage counters; a counter below its last value was reset by a restart of the server
   */
  void add(long at, Usage usage) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    usage
        .counts()
        .forEach(
            (resource, raw) -> {
              long last = lastRaw.getOrDefault(resource, 0L);
              if (raw < last) {
                before.merge(resource, last, Long::sum);
              }
              lastRaw.put(resource, raw);
              counts.put(resource, before.getOrDefault(resource, 0L) + raw);
            });
    readings.add(new Reading(at, new Usage(counts)));
  }

  /** Returns what was used between two times; null: unknown, or not yet known. */
  @Nullable Usage between(long from, long until) {
    Usage first = at(from);
    Usage last = at(until);
    return first == null || last == null ? null : last.with(first, (a, b) -> a - b);
  }

  /** Removes readings that are not needed for times from {@code before} on. */
  void forget(long before) {
    while (readings.size() > 1) {
      Reading first = readings.remove();
      if (readings.element().at() - before > 0) {
        readings.addFirst(first);
        return;
      }
    }
  }

  private @Nullable Usage at(long moment) {
    Reading earlier = null;
    for (Reading reading : readings) {
      if (reading.at() - moment >= 0) {
        return reading.at() == moment
            ? reading.usage()
            : earlier == null ? null : between(earlier, reading, moment);
      }
      earlier = reading;
    }
    return null;
  }

  private static Usage between(Reading earlier, Reading later, long moment) {
    double share = (double) (moment - earlier.at()) / (later.at() - earlier.at());
    return earlier.usage().with(later.usage(), (a, b) -> a + Math.round(share * (b - a)));
  }
}
