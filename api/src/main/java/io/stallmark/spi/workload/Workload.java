package io.stallmark.spi.workload;

import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Workload: its settings, and the roles, operations and scenario that result from them. Found by
 * {@link java.util.ServiceLoader}. Stateless.
 */
public interface Workload {

  String name();

  /** Description for {@code stallmark list}, one line. */
  String summary();

  List<Setting> settings();

  /**
   * What users of the program that the workload comes from write, and what to write here: names of
   * its workloads, and options with their dashes, such as {@code oltp_read_write} and {@code
   * sysbench -p mix=read_write}. Only for hints in messages.
   */
  default Map<String, String> foreignWords() {
    return Map.of();
  }

  /**
   * Whether settings of other names are allowed too, as texts: values that the user has named. The
   * workload checks them itself.
   */
  default boolean takesValues() {
    return false;
  }

  /**
   * Roles of a run with these settings, each with its default number of clients. {@code --threads}
   * sets that of the first role.
   *
   * @throws RefusedException when a file that a setting names cannot be used; the message is for
   *     the user
   */
  default List<Role.Size> roles(Settings settings) {
    return List.of(new Role.Size(Role.ONLY, 4));
  }

  /**
   * Family of databases that can run these settings, see {@link
   * io.stallmark.spi.wire.WireProtocol#family}; empty: any.
   *
   * @throws RefusedException as {@link #roles} does
   */
  default Optional<String> family(Settings settings) {
    return Optional.empty();
  }

  /**
   * Whether the clients of the first role are {@link FiniteClient}s with these settings, so that a
   * run ends by itself. A length by {@code --seconds} is then possible, and has no default.
   */
  default boolean isFinite(Settings settings) {
    return false;
  }

  /** Whether clients prepare statements that also begin or end transactions. */
  default boolean usesTransactionBoundaries() {
    return false;
  }

  /**
   * Layout of the tables with these settings. The database reports its capabilities for this
   * layout.
   */
  default TableLayout layout(Settings settings) {
    return TableLayout.PLAIN;
  }

  /**
   * Operations that can be measured alone: the name in lower_case, and the settings with which
   * clients execute nothing else. In this order all operations can run on the same tables, because
   * those that change the number of rows are last. The user chooses the other settings. Empty: the
   * workload declares no operations.
   */
  default Map<String, Map<String, String>> operations() {
    return Map.of("transaction", Map.of());
  }

  /**
   * Resolved values of the settings. A value is replaced if the workload chooses it ({@code auto},
   * 0 for the default), or if other settings or the database determine it. Results and comparisons
   * identify runs by these values. Settings without effect keep the given value.
   *
   * @param settings a validated value for each of {@link #settings}
   * @throws RefusedException as {@link #scenario} does
   */
  default Settings resolved(Settings settings, Set<Capability> capabilities) {
    return settings;
  }

  /**
   * Creates the scenario of these settings.
   *
   * @param settings a validated value for each of {@link #settings}
   * @param seed determines the content of every row
   * @param capabilities capabilities of the database; a setting may resolve differently with them,
   *     with a warning
   * @throws RefusedException when settings contradict each other or the database lacks what they
   *     need; the message is for the user
   */
  Scenario scenario(Settings settings, long seed, Set<Capability> capabilities);

  /**
   * As {@link #scenario(Settings, long, Set)}, for a workload that tells a script of the user's
   * where the database is.
   *
   * @param place URL of the server and database, without a password
   */
  default Scenario scenario(
      Settings settings, long seed, String place, Set<Capability> capabilities) {
    return scenario(settings, seed, capabilities);
  }

  /**
   * Name of a table of the user's on which a run works; empty: the workload declares its tables. As
   * long as no database is open, {@link #scenario(Settings, long, Set)} is a scenario without
   * operations.
   *
   * @throws RefusedException if the settings do not name the table
   */
  default Optional<String> existingTable(Settings settings) {
    return Optional.empty();
  }

  /**
   * Creates the scenario on an existing table.
   *
   * @param table as {@link io.stallmark.spi.Database#describe} describes it
   * @param place URL of the server and database, without a password
   * @throws RefusedException when the settings do not fit the table
   */
  default Scenario scenario(
      Settings settings, Table table, String place, Set<Capability> capabilities) {
    throw new UnsupportedOperationException(name() + " declares its tables");
  }
}
