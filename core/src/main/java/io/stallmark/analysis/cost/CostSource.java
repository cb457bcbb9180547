package io.stallmark.analysis.cost;

import java.util.Locale;

/** Who counted. They count different things; none of them is more right than the others. */
public enum CostSource {
  /** The server of its own work, as it asked the system for it; asked over the connection. */
  SERVER,
  /** The kernel, of the server's process: what reached the disk and not only the system's cache. */
  PROCESS,
  /** The kernel, of the container that the server runs in. */
  CGROUP,
  /** The kernel, of the disk that the server's files are on; others may use it too. */
  DISK,
  /** The whole machine of the server, as a Prometheus node exporter reports it. */
  NODE;

  /** As files have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
