package io.stallmark.spi.workload;

import io.stallmark.spi.Capability;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A workload: what it can be told, and what follows from it. Found by {@link
 * java.util.ServiceLoader}. Stateless.
 */
public interface Workload {

  String name();

  /** What {@code stallmark list} says of it: one line. */
  String summary();

  List<Setting> settings();

  /**
   * The roles of a run with these settings, with how many clients each has unless the user says
   * otherwise; the first one has {@code --threads}.
   */
  default List<Role.Size> roles(Settings settings) {
    return List.of(new Role.Size(Role.ONLY, 4));
  }

  /** Whether clients prepare statements that begin or end transactions themselves. */
  default boolean usesTransactionBoundaries() {
    return false;
  }

  /**
   * What can be measured alone, by name in lower_case, and the settings that leave clients nothing
   * else to do. In an order in which all can run on the same tables: those that change how many
   * rows there are come last. Settings that are not named here are the user's.
   */
  default Map<String, Map<String, String>> operations() {
    return Map.of("transaction", Map.of());
  }

  /**
   * What the settings come to: those that leave a value to the workload ({@code auto}, 0 for the
   * usual), or whose value others or the database decide, have it instead of what was given.
   * Results and comparisons tell runs apart by it. Those without use stay as given.
   *
   * @param settings a checked value for each of {@link #settings}
   * @throws IllegalArgumentException as of {@link #scenario}
   */
  default Settings resolved(Settings settings, Set<Capability> capabilities) {
    return settings;
  }

  /**
   * @param settings a checked value for each of {@link #settings}
   * @param seed fixes the content of every row
   * @param capabilities of the database; a setting may resolve differently by them, with a warning
   * @throws IllegalArgumentException when settings contradict each other or the database lacks what
   *     they need, with a message for the user
   */
  Scenario scenario(Settings settings, long seed, Set<Capability> capabilities);
}
