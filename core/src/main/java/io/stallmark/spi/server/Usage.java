package io.stallmark.spi.server;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;

/**
 * What something has used since it began to count; what it does not count is not in it. Immutable.
 */
public record Usage(Map<Resource, Long> counts) {

  /** Nothing is counted. */
  public static final Usage NONE = new Usage(Map.of());

  /** What an operation can cost. */
  public enum Resource {
    /** Requests to read from a file or disk. */
    READS,
    /** Requests to write to one. */
    WRITES,
    READ_BYTES,
    WRITTEN_BYTES,
    /** Nanoseconds, of all threads together. */
    CPU_NANOS,
    /** From the network. */
    RECEIVED_BYTES,
    /** To the network. */
    SENT_BYTES,
    /** Nanoseconds in which a disk had something to do, of all disks together. */
    DISK_BUSY_NANOS
  }

  public Usage {
    Map<Resource, Long> copy = new EnumMap<>(Resource.class);
    copy.putAll(counts);
    counts = Collections.unmodifiableMap(copy);
  }

  /** Empty: it is not counted. */
  public OptionalLong of(Resource resource) {
    Long count = counts.get(resource);
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }

  /** What both count, taken together count by count. */
  public Usage with(Usage other, LongBinaryOperator together) {
    Map<Resource, Long> both = new EnumMap<>(Resource.class);
    counts.forEach(
        (resource, count) -> {
          Long others = other.counts.get(resource);
          if (others != null) {
            both.put(resource, together.applyAsLong(count, others));
          }
        });
    return new Usage(both);
  }
}
