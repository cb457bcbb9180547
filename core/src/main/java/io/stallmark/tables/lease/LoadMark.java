package io.stallmark.tables.lease;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.server.TableState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Table {@code stallmark_loading}, which exists from before the first table of a load until the
 * load is complete. Its only row contains a fingerprint of the load and the process that owns it,
 * see {@link LoadLease}. It has the server's default storage. Thread-safe.
 */
public final class LoadMark {

  /** Owner of a load that no process works on. */
  static final long NOBODY = 0;

  /** Bits of the fingerprint for the workload, and bits for the identity of the load. */
  private static final int HALF = 32;

  private static final String ID = "id";
  private static final String FINGERPRINT = "fingerprint";
  private static final String OWNER = "owner";
  private static final String RENEWALS = "renewals";

  public static final Table TABLE =
      new Table(
          "stallmark_loading",
          List.of(
              new Column(ID, Type.INT32, Fill.REQUIRED),
              new Column(FINGERPRINT, Type.INT64, Fill.REQUIRED),
              new Column(OWNER, Type.INT64, Fill.REQUIRED),
              new Column(RENEWALS, Type.INT64, Fill.REQUIRED)),
          List.of(ID),
          List.of(),
          Map.of());

  private static final Op WRITE =
      new Op.Insert(
          "mark_load",
          TABLE,
          List.of(ID, FINGERPRINT, OWNER, RENEWALS),
          List.of(Value.literal(1), Value.slot(FINGERPRINT), Value.slot(OWNER), Value.literal(0)),
          1,
          Op.Insert.Form.PLAIN);

  private static final Op READ =
      new Op.Read("read_mark", TABLE, Select.columns(FINGERPRINT, OWNER, RENEWALS));

  private static final Op CHANGE =
      new Op.Update(
          "renew_mark",
          TABLE,
          List.of(
              new Assignment.Set(OWNER, Value.slot("next")),
              new Assignment.Add(RENEWALS, Value.literal(1))),
          Predicate.all(
              Predicate.equal(ID, 1), Predicate.equal(OWNER), Predicate.between(RENEWALS)));

  public static final List<Op> OPS = List.of(READ, WRITE, CHANGE);

  /** State of a load in a database. */
  public enum State {
    /** There is no incomplete load. */
    ABSENT,
    /** The table exists without its row: a load was about to start. */
    BLANK,
    /** This load has started and is incomplete. */
    OWN,
    /** A load of the same workload with other data has started and is incomplete. */
    OTHER,
    /** A load of another workload has started and is incomplete. */
    OTHER_WORKLOAD,
    /** A table with the mark's name has other columns. */
    FOREIGN
  }

  /**
   * Row of the mark.
   *
   * @param owner random number of the process that loads, or {@link #NOBODY}
   * @param renewals number of renewals; increases while the owner is active
   */
  record Ownership(long fingerprint, long owner, long renewals) {}

  /** Statement that changes the row's owner; used by one thread at a time. */
  record Change(Session session, Statement statement) implements AutoCloseable {

    /**
     * Replaces the owner and increments the number of renewals.
     *
     * @param current owner that the row must have
     * @param seen number of renewals that the row must have; negative: any number
     * @param next new owner
     * @return false: the row has another owner or another number of renewals, or does not exist
     */
    boolean owner(long current, long seen, long next) throws DbException {
      Args args = Args.of(CHANGE).set(0, next).set(1, current);
      args.set(2, Math.max(0, seen)).set(3, seen < 0 ? Long.MAX_VALUE : seen);
      return statement.execute(args, null) > 0;
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private final Database database;
  private final long fingerprint;

  /**
   * @param workload name of the workload
   * @param identity identity of the load, see {@link
   *     io.stallmark.spi.workload.Scenario#loadIdentity}
   */
  public LoadMark(Database database, String workload, String identity) {
    this.database = database;
    fingerprint = (hash(workload) >>> 1 << HALF) | hash(identity);
  }

  /** Returns 32 bits of a text's MD5. */
  private static long hash(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits()
        >>> HALF;
  }

  public State state() throws DbException {
    TableState table = database.inspect(TABLE);
    if (table instanceof TableState.Absent) {
      return State.ABSENT;
    }
    if (!(table instanceof TableState.Present)) {
      return State.FOREIGN;
    }
    return read().map(this::state).orElse(State.BLANK);
  }

  private State state(Ownership row) {
    if (row.fingerprint() == fingerprint) {
      return State.OWN;
    }
    boolean sameWorkload = row.fingerprint() >>> HALF == fingerprint >>> HALF;
    return sameWorkload ? State.OTHER : State.OTHER_WORKLOAD;
  }

  /** Returns the row; empty: the load is complete, was dropped, or has not started. */
  Optional<Ownership> ownership() throws DbException {
    return database.inspect(TABLE) instanceof TableState.Present ? read() : Optional.empty();
  }

  private Optional<Ownership> read() throws DbException {
    Ownership[] found = new Ownership[1];
    try (Session session = database.session()) {
      session
          .prepare(READ)
          .execute(
              Args.of(READ),
              row -> found[0] = new Ownership(row.getLong(0), row.getLong(1), row.getLong(2)));
    }
    return Optional.ofNullable(found[0]);
  }

  /** Opens a session to change the owner. */
  Change change() throws DbException {
    Session session = database.session();
    try {
      return new Change(session, session.prepare(CHANGE));
    } catch (DbException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Marks the load as started.
   *
   * @throws DbException DUPLICATE_KEY when another process has marked a load first
   */
  void make(long owner) throws DbException {
    createTable();
    try (Session session = database.session()) {
      session.prepare(WRITE).execute(Args.of(WRITE).set(0, fingerprint).set(1, owner), null);
    }
  }

  private void createTable() throws DbException {
    try {
      if (database.inspect(TABLE) instanceof TableState.Absent) {
        database.create(TABLE);
      }
    } catch (DbException e) {
      if (!(database.inspect(TABLE) instanceof TableState.Present)) {
        throw e; // otherwise another load has created it
      }
    }
  }

  /**
   * Removes the mark of any load of the workload. A mark of another workload and a table with the
   * same name and other columns are not dropped.
   */
  public void remove() throws DbException {
    switch (state()) {
      case BLANK, OWN, OTHER -> database.drop(TABLE);
      case ABSENT, OTHER_WORKLOAD, FOREIGN -> {}
    }
  }
}
