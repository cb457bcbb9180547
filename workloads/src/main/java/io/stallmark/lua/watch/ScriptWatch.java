package io.stallmark.lua.watch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

/** Finds and ends what of a script does not return. Thread-safe. */
public final class ScriptWatch {

  private static final long LONGEST_END = TimeUnit.MILLISECONDS.toNanos(500);

  private final String script;
  private final Set<ScriptActivity> activities =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private volatile boolean measures;

  /**
   * @param script its name, for sentences
   */
  public ScriptWatch(String script) {
    this.script = script;
  }

  /** Says whether the threads that are added from now on are measured. */
  public void measures(boolean measured) {
    measures = measured;
  }

  /** Adds a thread, before it executes the script. */
  public void add(ScriptActivity activity) {
    if (!measures) {
      activity.watch();
    }
    activities.add(activity);
  }

  private List<ScriptActivity> all() {
    synchronized (activities) {
      return new ArrayList<>(activities);
    }
  }

  /**
   * Names what has neither returned nor sent a statement for a time, as far as the calls of this
   * method have seen.
   *
   * @param nanos the time
   * @return such as {@code event() of a.lua}; empty: there is nothing
   */
  public synchronized String unreturned(long nanos) {
    long now = System.nanoTime();
    String found = "";
    for (ScriptActivity activity : all()) {
      String name = activity.name();
      if (activity.unreturned(now) >= nanos) {
        found = name + " of " + script;
      }
    }
    return found;
  }

  /**
   * Ends what has not returned, and waits for it, half a second at most. What waits for the
   * database ends when that has answered.
   *
   * @return a clause that says what had not returned, with its place if that is known; empty:
   *     nothing was in the script, or only what waits for the database
   */
  public String end() {
    String clause = "";
    List<ScriptHalt> halts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ScriptActivity activity : all()) {
      if (activity.inScript()) {
        clause = clause(activity.name());
      }
      if (activity.inside()) {
        names.add(activity.name());
        halts.add(activity.halt());
      } else {
        activity.halt();
      }
    }
    long until = System.nanoTime() + LONGEST_END;
    for (int i = 0; i < halts.size(); i++) {
      String place = halts.get(i).place(until - System.nanoTime());
      if (!place.isEmpty()) {
        return clause(names.get(i)) + "; it was at " + place;
      }
    }
    return clause;
  }

  private String clause(String name) {
    return name + " of " + script + " has not returned";
  }
}
