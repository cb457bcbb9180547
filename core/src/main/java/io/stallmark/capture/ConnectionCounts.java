package io.stallmark.capture;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Connections that did not become sessions. The first of each kind is reported. Thread-safe. */
final class ConnectionCounts {

  private final AtomicLong unreachable = new AtomicLong();
  private final AtomicLong unopened = new AtomicLong();
  private final Consumer<String> warnings;

  /**
   * Creates the counts.
   *
   * @param warnings receives sentences for the user
   */
  ConnectionCounts(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /** Counts a connection that was closed because the server could not be reached. */
  void unreachable(String reason) {
    if (unreachable.getAndIncrement() == 0) {
      warnings.accept("A client was disconnected, because the server is not reachable: " + reason);
    }
  }

  /** Counts a connection that ended in its login by an error. */
  void unopened(String reason) {
    if (unopened.getAndIncrement() == 0) {
      warnings.accept("A connection failed before its login was complete: " + reason);
    }
  }

  /** Connections that were closed because the server could not be reached. */
  long unreachable() {
    return unreachable.get();
  }

  /** Connections that ended in their login by an error. */
  long unopened() {
    return unopened.get();
  }
}
