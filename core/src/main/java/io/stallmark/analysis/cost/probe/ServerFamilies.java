package io.stallmark.analysis.cost.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Servers that the runs of this process work on now. Thread-safe. */
public final class ServerFamilies implements Supplier<ProcessFamily> {

  private final List<ProcessFamily> all = new ArrayList<>(); // guarded by this
  private ProcessFamily together = ProcessFamily.NONE; // guarded by this

  /** Adds the server of a run that begins; empty: it is not on this machine. */
  public synchronized void add(ProcessFamily server) {
    all.add(server);
    together = all.stream().reduce(ProcessFamily.NONE, ProcessFamily::and);
  }

  /** Removes the server of a run that has ended. */
  public synchronized void remove(ProcessFamily server) {
    all.remove(server);
    together = all.stream().reduce(ProcessFamily.NONE, ProcessFamily::and);
  }

  /** Returns the processes of all servers. */
  @Override
  public synchronized ProcessFamily get() {
    return together;
  }
}
