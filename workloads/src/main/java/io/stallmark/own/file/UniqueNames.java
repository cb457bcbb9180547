package io.stallmark.own.file;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Names of statements, each unlike the others. Not thread-safe. */
public final class UniqueNames {

  private final Set<String> taken = new HashSet<>();

  /**
   * @param taken names that statements cannot have
   */
  public UniqueNames(String... taken) {
    Collections.addAll(this.taken, taken);
  }

  /** Takes a name; false: it is taken. */
  boolean take(String name) {
    return taken.add(name);
  }

  /** Takes a name, followed by a number if it is taken, and returns it. */
  public String free(String name) {
    String free = name;
    for (int i = 2; !taken.add(free); i++) {
      free = name + "_" + i;
    }
    return free;
  }
}
