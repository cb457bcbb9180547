package io.stallmark.spi.workload;

import io.stallmark.model.Column;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** Workload with resolved settings. Thread-safe. */
public interface Scenario {

  List<Table> tables();

  /**
   * Groups of clients of a run, at least one, in the order of {@link Workload#roles}. Options
   * without a role's name apply to the first role, which is also the headline of the results.
   */
  List<Role> roles();

  /**
   * Warnings about the settings as resolved for this database, for the results; complete sentences.
   */
  default List<String> warnings() {
    return List.of();
  }

  /** As {@link #warnings}, about a run without a warm-up. */
  default List<String> warningsWithoutWarmup() {
    return List.of();
  }

  /**
   * Number of rows that a load inserts into a table; 0, as by default: none; {@code
   * Long.MAX_VALUE}: that many or more.
   *
   * @param table one of {@link #tables}, identified by its name: storage options may have been
   *     added
   */
  default long rows(Table table) {
    return 0;
  }

  /**
   * Estimated average size of a row's values, in bytes, for estimates of table sizes. By default
   * all columns are completely filled.
   */
  default long rowBytes(Table table) {
    return table.columns().stream().map(Column::type).mapToLong(Type::mostBytes).sum();
  }

  /**
   * Average number of rows that a transaction of the first role adds to the tables, minus the rows
   * that it deletes.
   */
  default double rowsPerTransaction() {
    return 0;
  }

  /**
   * Largest share of an operation's executions, 0 to 1, that may have an unexpected result ({@link
   * io.stallmark.spi.Args#expect}) because of the workload itself. Clients may delete rows that
   * others read. A run with a larger share fails.
   *
   * @param operation name of the operation
   */
  default double explainedUnexpected(String operation) {
    return 0;
  }

  /** Number of rows that each table must have before a run; empty: any number. */
  default OptionalLong requiredRows() {
    return OptionalLong.empty();
  }

  /** Whether a load creates the secondary indexes after it has inserted the rows. */
  default boolean indexesAfterLoad() {
    return false;
  }

  /**
   * Whether a client of a run creates the secondary indexes. If so, a load creates only the unique
   * ones, and existing tables may lack the others. Only with {@link #indexesAfterLoad}.
   */
  default boolean createsIndexes() {
    return false;
  }

  /**
   * Reads from the existing tables where a run has to continue, before the first client is created.
   * Not measured. Repeated after a lost connection. {@link #roles} is called again afterwards: the
   * operations may be known only then.
   */
  default void begin(Session session) throws DbException {}

  /**
   * As {@link #begin(Session)}, for a scenario that has to know the number of clients.
   *
   * @param clients number of clients of the run
   */
  default void begin(Session session, int clients) throws DbException {
    begin(session);
  }

  /**
   * Prepares the scenario for a run on several load machines, each of which has its own instance.
   * Clients have the slices that they would have on one machine. What all clients of a scenario
   * share, such as the next number to insert, has to be divided here. Called before {@link #begin}.
   *
   * @param machine number of this machine, from 0
   * @param machines number of machines, at least 2. Client n of a role runs on machine n mod {@code
   *     machines}
   * @throws RefusedException if the clients share what cannot be divided: the reason, one line for
   *     the user
   */
  default void share(int machine, int machines) {
    throw new RefusedException(
        "this workload runs on one machine only, because its clients depend on each other");
  }

  /** Whether the loaders give each row a unique key, so that no row can be inserted twice. */
  default boolean loadsKeys() {
    return true;
  }

  /**
   * Names the files that the clients read, with a hash of their content. It must be the same on all
   * machines of a run. Empty: they read none.
   */
  default String files() {
    return "";
  }

  /** What the clients of this machine did, see {@link #add}. Called when they have ended. */
  default Tally tally() {
    return Tally.NONE;
  }

  /**
   * Adds what the clients of another machine did. {@link #missing}, {@link #acknowledged}, {@link
   * #explainedUnexpected} and {@link #conclusion} then hold for both.
   */
  default void add(Tally tally) {}

  /**
   * Number of rows that the clients of several machines have left out of a common sequence, because
   * some machines were ahead of others at the end. Called on the coordinator, when all clients have
   * ended and their tallies were {@link #add added}.
   */
  default long leftOut() {
    return 0;
  }

  /** Creates a loader that inserts rows that are {@link #leftOut}; not measured. */
  default Loader completer(Session session) throws DbException {
    return () -> 0;
  }

  /**
   * Begins a load, or another attempt at it. By default there is nothing to load.
   *
   * @param machine number of this machine, from 0. Each machine has its own scenario and loads a
   *     part of the rows. Loaders have the slices that they would have on one machine; what they
   *     share besides has to be divided
   * @param machines number of machines that load
   */
  default Load load(int machine, int machines) {
    return (session, slice, resumes) -> () -> 0;
  }

  /** A load, or the part of one machine. Thread-safe. */
  interface Load {

    /**
     * Creates a loader for a share of the load.
     *
     * @param resumes false: the tables are empty. True: they may contain any part of the load,
     *     inserted by any number of loaders. The rows of every step that a loader finished are
     *     there, unless the server has lost them since. Some secondary indexes may be missing.
     *     Existing rows count as handled and as found ({@link Loader#found}); those of an
     *     incomplete piece may count as inserted
     */
    Loader loader(Session session, Slice slice, boolean resumes) throws DbException;

    /**
     * Whether all rows of a table are inserted, so that its indexes can be created while other
     * tables are still loading. Called after each step of every loader. False: the indexes are
     * created after all loaders are done.
     */
    default boolean isFull(Table table) {
      return false;
    }
  }

  /**
   * Names code of the user's, such as a function of a script, that has neither returned nor asked
   * the database for a time. Called repeatedly, by any thread: the time begins with the first call
   * that finds the code where it is.
   *
   * @param nanos the time
   * @return words for a sentence: {@code event() of a.lua}; empty: there is none
   */
  default String unreturned(long nanos) {
    return "";
  }

  /**
   * Ends code of the user's that has not returned. Called by any thread, when the run or the
   * command has ended and waits no longer. Nothing of the scenario works after that.
   *
   * @return a clause with the place where it was; empty: no code was executed
   */
  default String endUnreturned() {
    return "";
  }

  /**
   * A command of the workload's own, such as one that makes its tables. Those of the names "load"
   * and "drop" are what these commands of the program do, if there are no {@link #tables}.
   *
   * @return empty: there is none of this name
   */
  default Optional<OwnCommand> command(String name) {
    return Optional.empty();
  }

  /**
   * Describes what the user can give to a script, in lines. Needs no database.
   *
   * @throws DbException of kind UNFIT, if the script fails
   */
  default List<String> help() throws DbException {
    return List.of();
  }

  /** Names of the commands. */
  default List<String> commands() {
    return List.of();
  }

  /**
   * A command of a workload. Its steps are not repeated.
   *
   * @param parallel whether several workers share the work, or one does all of it
   * @param work creates the workers
   */
  record OwnCommand(boolean parallel, Load work) {}

  /**
   * Identity of the loaded data: the workload's name, the seed and all settings that affect the
   * rows or their content. A load resumes only a load with the same identity. Empty: a load that
   * ends early cannot be resumed, and its tables are dropped.
   */
  default Optional<String> loadIdentity() {
    return Optional.empty();
  }

  Verification verification();

  /**
   * Looks up a sample of the rows that the tables must have after a run, whatever its statements
   * expect of their results. Called when all clients of a run have ended; a few short reads. Rows
   * that a run may have removed are not part of the sample.
   *
   * @return sentences about missing rows; empty: no row is missing
   */
  default List<String> missing(Session session) throws DbException {
    return List.of();
  }

  /**
   * What this scenario knows of a run that has ended. Called once, after all clients have ended.
   *
   * @param responses response times of all transactions, nanoseconds
   */
  default Conclusion conclusion(Histogram responses) {
    return Conclusion.NONE;
  }

  /**
   * Rate of one kind of transaction, which comes first in the results. Empty: that of all
   * transactions does.
   */
  default Optional<KindRate> headline() {
    return Optional.empty();
  }

  /**
   * Rate of the successful transactions of a kind.
   *
   * @param kind one of {@link Role#transactionKinds}
   * @param unit unit for the user: {@code new orders/min}
   * @param seconds length of the unit's time: 60
   */
  record KindRate(String kind, String unit, int seconds) {}

  /** Limits of response times on which the results have a verdict. A missed one is no failure. */
  default List<KindLimit> kindLimits() {
    return List.of();
  }

  /**
   * Response time within which a share of the successful transactions of a kind must end.
   *
   * @param kind one of {@link Role#transactionKinds}
   */
  record KindLimit(String kind, double percent, double seconds) {}

  /**
   * Frees what {@link #begin} has taken. Called when a run has ended, with or without success.
   *
   * @return why code of the user's has failed, a sentence for a warning; empty: it has not
   */
  default String end() {
    return "";
  }

  /**
   * Numbers, by name, from which {@link #lost} derives every write that the clients had
   * acknowledged. Called when all clients of a run have ended. Empty: the workload keeps no record.
   */
  default Map<String, Long> acknowledged() {
    return Map.of();
  }

  /**
   * Finds acknowledged writes that the tables do not have.
   *
   * @param acknowledged what {@link #acknowledged} returned at the end of this run or an earlier
   *     one
   * @return sentences that name the lost rows, the first with the number of transactions; empty:
   *     nothing is lost
   */
  default List<String> lost(Session session, Map<String, Long> acknowledged) throws DbException {
    return List.of();
  }
}
