package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.Share;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Verification;
import io.stallmark.tables.lease.FollowedLease;
import io.stallmark.tables.lease.LoadLease;
import io.stallmark.tables.lease.LoadMark;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A scenario's tables in a database: inspects, loads, verifies and drops them. */
public final class ScenarioTables {

  /** Which of a scenario's tables a database has. */
  public enum Found {
    /** No table exists. */
    NOTHING,
    /** An incomplete load of the same data. */
    PART,
    /** All tables exist as declared. */
    ALL
  }

  private final Database database;
  private final ResolvedWorkload workload;
  private final WorkerPool workers;
  private final AnswerWatch watch;
  private final WorkProgress progress;
  private final MadeTables made;
  private final LoadLease.Pace pace;
  private final Reconnection reconnection;
  private final TableLoad load;
  private final @Nullable LoadMark mark;
  private final TableSearch search;

  /**
   * @param name name of the workload
   * @param threads number of sessions for loads and checks
   * @param seed seed of the generated data
   * @param watch ends loads and checks when the user or a server that does not answer requires it
   */
  public ScenarioTables(
      Database database,
      String name,
      ResolvedWorkload workload,
      int threads,
      long seed,
      AnswerWatch watch) {
    this(database, name, workload, threads, seed, watch, LoadLease.Pace.USUAL);
  }

  /** As the public constructor, with another timing of the lease. */
  ScenarioTables(
      Database database,
      String name,
      ResolvedWorkload workload,
      int threads,
      long seed,
      AnswerWatch watch,
      LoadLease.Pace pace) {
    this.database = database;
    this.workload = workload;
    this.watch = watch;
    progress = watch.progress();
    workers = new WorkerPool(database, threads, seed, watch.stop(), progress);
    made = new MadeTables(database, name);
    this.pace = pace;
    reconnection = new Reconnection(database, watch.stop(), progress, 0);
    load = tableLoad(null);
    mark =
        workload
            .scenario()
            .loadIdentity()
            .filter(id -> database.createsTables())
            .map(id -> new LoadMark(database, name, id))
            .orElse(null);
    search = new TableSearch(database, workload, mark);
  }

  private ScenarioTables(
      ScenarioTables same,
      @Nullable LoadMark mark,
      Reconnection reconnection,
      @Nullable RemoteLoaders loaders) {
    database = same.database;
    workload = same.workload;
    watch = same.watch;
    progress = same.progress;
    workers = same.workers;
    made = same.made;
    pace = same.pace;
    this.reconnection = reconnection;
    load = tableLoad(loaders);
    this.mark = mark;
    search = new TableSearch(database, workload, mark);
  }

  private TableLoad tableLoad(@Nullable RemoteLoaders loaders) {
    return new TableLoad(
        database, workload, made, workers, watch.stop(), progress, pace, reconnection, loaders);
  }

  /** Returns the same tables without a load mark, for those that are dropped when the run ends. */
  public ScenarioTables withoutLoadMark() {
    return new ScenarioTables(this, null, reconnection, null);
  }

  /** Returns the same tables, whose rows are inserted by these loaders. */
  public ScenarioTables filledBy(RemoteLoaders loaders) {
    return new ScenarioTables(this, mark, reconnection, loaders);
  }

  /**
   * Returns the same tables, whose loads and checks go on after a lost connection.
   *
   * @param timeout how long they try to reconnect, nanoseconds; 0: they do not
   */
  public ScenarioTables reconnecting(long timeout) {
    Reconnection again = new Reconnection(database, watch.stop(), progress, timeout);
    return new ScenarioTables(this, mark, again, null);
  }

  /** Does work that can be repeated. */
  private <T, E extends Exception> T repeatable(AnswerWatch.Work<T, E> work)
      throws E, DbException, InterruptedException {
    try {
      return watch.run(() -> reconnection.run(work));
    } catch (DbException e) {
      watch.stop().check(); // a stop request ends the wait for the server
      throw e;
    }
  }

  /**
   * Inspects the tables and the mark of an incomplete load.
   *
   * @throws RunFailure when some tables are missing, when a table differs from its declaration, or
   *     when there is an incomplete load of other data
   */
  public Found look() throws DbException, RunFailure, InterruptedException {
    return watch.run(() -> search.find(false));
  }

  /** As {@link #look}, for a verification: rows that are not as declared are its findings. */
  public Found lookToVerify() throws DbException, RunFailure, InterruptedException {
    return watch.run(() -> search.find(true));
  }

  /** Names of the tables that exist, whatever their columns and indexes are. */
  List<String> existing() throws DbException, InterruptedException {
    return repeatable(search::existingTables);
  }

  /** Whether the server no longer answers; then nothing more is sent to it. */
  boolean givenUp() {
    return watch.givenUp();
  }

  List<String> names() {
    return workload.tables().stream().map(Table::name).toList();
  }

  /**
   * Counts the rows of every table.
   *
   * @throws RunFailure when a table does not have the number of rows that the scenario requires
   */
  public void checkRows() throws DbException, RunFailure, InterruptedException {
    RowCountCheck check = new RowCountCheck(database, workload, workers, progress);
    repeatable(
        () -> {
          check.run();
          return check;
        });
  }

  /**
   * Counts the rows of every table, all of which exist.
   *
   * @return number of rows of all tables
   * @throws RunFailure as {@link #checkRows}
   */
  public long countRows() throws DbException, RunFailure, InterruptedException {
    RowCountCheck check = new RowCountCheck(database, workload, workers, progress);
    return repeatable(check::counted);
  }

  /**
   * Creates and fills the tables, none of which exists. If it ends early, it drops what it created,
   * or keeps it for {@link #resume}.
   *
   * @throws DbException the first failure; its message says what remains in the database
   * @throws RunFailure when another process has started a load
   * @throws InterruptedException when the user stops a load that can be resumed; the message is for
   *     the user
   */
  public void load() throws DbException, RunFailure, InterruptedException {
    watch.perform(
        () -> {
          if (mark == null) {
            load.whole();
          } else {
            load.begin(mark);
          }
        });
  }

  /**
   * Resumes the load that has left {@link Found#PART} of its tables. Throws the same exceptions as
   * {@link #load}.
   *
   * @throws RunFailure when a table is not in a state that the load can have left, or when another
   *     process still works on the load
   */
  public void resume() throws DbException, RunFailure, InterruptedException {
    if (mark == null) {
      throw new IllegalStateException("These tables have no load that resumes");
    }
    watch.perform(() -> load.resume(mark));
  }

  /**
   * Inserts one machine's share of the rows of a load that another process has begun.
   *
   * @param resumes whether the tables may contain a part of the rows
   * @param owner owner of the lease of that process; 0: it has none
   */
  public void loadShare(Share machine, boolean resumes, long owner)
      throws DbException, InterruptedException {
    FollowedLease lease =
        mark == null || owner == 0 ? null : new FollowedLease(mark, owner, pace, watch.stop());
    watch.perform(() -> load.share(machine, resumes, lease));
  }

  /**
   * Inserts the rows that the clients of several machines have left out of a run that has ended.
   *
   * @throws InterruptedException if it was stopped; rows are then missing
   */
  public void complete() throws DbException, InterruptedException {
    List<Scenario> incomplete =
        workload.scenarios().stream().filter(each -> each.leftOut() > 0).toList();
    if (!incomplete.isEmpty()) {
      watch.perform(() -> load.complete(incomplete));
      watch.stop().check();
    }
  }

  /** Executes a command of the workload's own. */
  public void execute(Scenario.OwnCommand command) throws DbException, InterruptedException {
    watch.performUntilStopped(
        workload,
        () -> {
          Scenario.Load work = command.work();
          WorkerPool.LoaderFactory each = (session, slice) -> work.loader(session, slice, false);
          if (command.parallel()) {
            workers.run(each);
          } else {
            workers.runFirst(each);
          }
        });
    watch.stop().check();
  }

  /** Lets the workload read its tables before a run. */
  public void begin() throws DbException, InterruptedException {
    watch.performUntilStopped(workload, () -> reconnection.run(this::begun));
  }

  /** Ends the workload, without a wait after a stop request. Passes on why it has failed. */
  public void end(Consumer<String> failed) {
    try {
      watch.performUntilStopped(workload, () -> workload.end().ifPresent(failed));
    } catch (DbException | InterruptedException e) {
      // the results of the run are complete, and it has noticed the user's stop request
    }
  }

  private ResolvedWorkload begun() throws DbException {
    try (Session session = database.session()) {
      workload.begin(session, workers.count());
      return workload;
    }
  }

  /**
   * Drops the scenario's tables and the load mark, for a caller that knows that it created them.
   *
   * @return number of tables that existed
   */
  public int drop() throws DbException, InterruptedException {
    List<String> existing = existing();
    dropMade(existing);
    return existing.size();
  }

  /**
   * Tables that a drop finds.
   *
   * @param made tables that loads of the workload created, with any settings but the same file
   * @param others the scenario's tables that no load created
   */
  public record Droppable(List<String> made, List<String> others) {}

  /** Returns what {@link #dropMade} would drop. */
  public Droppable droppable() throws DbException, InterruptedException {
    return watch.run(
        () -> {
          List<String> recorded = recorded();
          if (!workload.scenario().files().isEmpty()) {
            recorded.retainAll(names()); // the others are those of another file of the user's
          }
          List<String> others = search.existingTables();
          others.removeAll(recorded);
          return new Droppable(List.copyOf(recorded), List.copyOf(others));
        });
  }

  /** Names of the tables that loads of the workload have created and that still exist. */
  private List<String> recorded() throws DbException {
    List<String> recorded = new ArrayList<>();
    for (String name : made.names()) {
      if (search.exists(MadeTables.named(name))) {
        recorded.add(name);
      }
    }
    return recorded;
  }

  /** Drops tables that loads of the workload have created, and the mark of such a load. */
  public void dropMade(List<String> names) throws DbException, InterruptedException {
    repeatable(
        () -> {
          for (String name : MadeTables.dropOrder(names, names())) {
            database.drop(MadeTables.named(name));
          }
          List<String> gone = new ArrayList<>(made.names());
          gone.removeAll(recorded());
          made.remove(gone);
          if (mark != null) {
            mark.remove(); // last, so that a part that is left does not look like a complete load
          }
          return names;
        });
  }

  /** Finds lost acknowledged writes, and verifies the data. Errors are part of the result. */
  public VerificationResult verify(AcknowledgedWrites acknowledged)
      throws DbException, InterruptedException {
    VerificationResult lost = lost(acknowledged);
    if (!lost.holds()) {
      return lost;
    }
    VerificationResult result = verify();
    List<String> sentences = new ArrayList<>(lost.sentences());
    sentences.addAll(result.sentences());
    return new VerificationResult(result.failure(), sentences);
  }

  /** Finds acknowledged writes that the server has lost. */
  public VerificationResult lost(AcknowledgedWrites acknowledged)
      throws DbException, InterruptedException {
    return repeatable(() -> missing(acknowledged));
  }

  private VerificationResult missing(AcknowledgedWrites acknowledged) throws DbException {
    if (acknowledged.numbers().isEmpty()) {
      return new VerificationResult("", List.of());
    }
    progress.workStarted("Looking for acknowledged writes", 0);
    try (Session session = database.session()) {
      List<String> findings = workload.scenario().lost(session, acknowledged.numbers());
      return findings.isEmpty()
          ? new VerificationResult("", List.of("Every recorded write is there."))
          : new VerificationResult(findings.get(0), findings);
    } finally {
      progress.workEnded();
    }
  }

  /** Looks up rows that the tables must have after a run. */
  public VerificationResult sample() throws DbException, InterruptedException {
    return repeatable(
        () -> {
          try (Session session = database.session()) {
            List<String> findings = workload.missing(session);
            return findings.isEmpty()
                ? new VerificationResult("", List.of())
                : new VerificationResult(findings.get(0), findings);
          }
        });
  }

  VerificationResult verify() throws DbException, InterruptedException {
    return repeatable(this::verified);
  }

  private VerificationResult verified() throws DbException, InterruptedException {
    Verification verification = workload.scenario().verification();
    progress.workStarted(
        "Verifying " + counted(workload.tables().size()), verification.rows(), verification.unit());
    try {
      workers.run(verification::checker);
    } finally {
      progress.workEnded();
    }
    List<String> findings = verification.findings();
    String hint = verification.hint().orElse("");
    if (!findings.isEmpty()) {
      return VerificationResult.failed(verification.found(), findings, hint);
    }
    List<String> proven = verification.proven();
    return proven.isEmpty()
        ? VerificationResult.failed(1, List.of("Nothing was checked."), hint)
        : new VerificationResult("", proven);
  }

  static String counted(long tables) {
    return tables == 0 ? "the data" : tables == 1 ? "1 table" : tables + " tables";
  }
}
