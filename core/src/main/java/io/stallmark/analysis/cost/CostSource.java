package io.stallmark.analysis.cost;

import java.util.Locale;

/** Source of a cost. The sources count different things; none is more correct than the others. */
public enum CostSource {
  /**
   * Counters of the server, read over a connection: the requests that it made to the operating
   * system.
   */
  SERVER,
  /**
   * Counters of the kernel for the server's process: bytes that reached the disk, not only the page
   * cache.
   */
  PROCESS,
  /** Counters of the kernel for the container that the server runs in. */
  CGROUP,
  /**
   * Counters of the kernel for the disk with the server's files, which other processes may use too.
   */
  DISK,
  /** Counters of the server's whole machine, reported by a Prometheus node exporter. */
  NODE;

  /** What the source {@link #PROCESS} counts if the database runs in the generator's process. */
  public static final String WITH_GENERATOR = "the database and the load generator, in one process";

  /** Returns the name in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
