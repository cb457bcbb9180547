package io.stallmark.spi.server;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;

/**
 * Cumulative resource usage of a process or a server. Resources that the source does not count are
 * absent. Immutable.
 */
public record Usage(Map<Resource, Long> counts) {

  /** Usage of a source that counts nothing. */
  public static final Usage NONE = new Usage(Map.of());

  /** A resource whose usage is counted. */
  public enum Resource {
    /** Read requests to files or disks. */
    READS,
    /** Write requests to files or disks. */
    WRITES,
    READ_BYTES,
    WRITTEN_BYTES,
    /** CPU time in nanoseconds, all threads together. */
    CPU_NANOS,
    /** Bytes received from the network. */
    RECEIVED_BYTES,
    /** Bytes sent to the network. */
    SENT_BYTES,
    /** Nanoseconds in which a disk was busy, all disks together. */
    DISK_BUSY_NANOS,
    /** Requests for pages of the server's own cache, whether they were in it or not. */
    PAGE_REQUESTS
  }

  public Usage {
    Map<Resource, Long> copy = new EnumMap<>(Resource.class);
    copy.putAll(counts);
    counts = Collections.unmodifiableMap(copy);
  }

  /** Value of the resource; empty if it is not counted. */
  public OptionalLong of(Resource resource) {
    Long count = counts.get(resource);
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }

  /**
   * Combines two usages resource by resource. Resources that only one of them counts are absent.
   */
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
