package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.workload.Resumption;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A table that is there from before a load's first table until the load is complete. Its one row
 * says which load it is, and by a number that changes that a program is at work on it, see {@link
 * Heartbeat}. It has no storage options: the server's own default has to do.
 */
final class LoadMark {

  private static final String ID = "id";
  private static final String BEAT = "beat";

  static final Table TABLE =
      new Table(
          "stallmark_loading",
          List.of(
              new Column(ID, Type.INT32, Fill.REQUIRED),
              new Column("fingerprint", Type.INT64, Fill.REQUIRED),
              new Column(BEAT, Type.INT64, Fill.REQUIRED)),
          List.of(ID),
          List.of(),
          Map.of());

  private static final Op WRITE =
      new Op.Insert(
          "mark_load",
          List.of(new Param("fingerprint", Type.INT64), new Param(BEAT, Type.INT64)),
          TABLE,
          List.of(ID, "fingerprint", BEAT),
          List.of(Value.literal(1), Value.slot("fingerprint"), Value.slot(BEAT)),
          1);

  private static final Op READ =
      new Op.Read(
          "read_mark", List.of(), TABLE, Select.columns("fingerprint", BEAT), new Predicate.All());

  /** Says something new of the program at work, where the mark still says what it is to say. */
  static final Op CHANGE =
      new Op.Update(
          "beat_mark",
          List.of(
              new Param("next", Type.INT64),
              new Param("low", Type.INT64),
              new Param("high", Type.INT64)),
          TABLE,
          List.of(new Assignment.Set(BEAT, Value.slot("next"))),
          new Predicate.AllOf(
              List.of(
                  new Predicate.Equal(ID, Value.literal(1)),
                  new Predicate.Between(BEAT, Value.slot("low"), Value.slot("high")))));

  /** What the database says of a load. */
  enum State {
    /** None is under way. */
    ABSENT,
    /** One was about to begin. */
    BLANK,
    /** This one has begun. */
    OWN,
    /** Another one has begun. */
    OTHER,
    /** A table of the mark's name is something else. */
    FOREIGN
  }

  private final Database database;
  private final Resumption resumption;
  private final long fingerprint;

  LoadMark(Database database, Resumption resumption) {
    this.database = database;
    this.resumption = resumption;
    fingerprint = fingerprint(resumption.identity());
  }

  /** How the load goes on that this marks. */
  Resumption resumption() {
    return resumption;
  }

  State read() throws DbException {
    TableState state = database.inspect(TABLE);
    if (state instanceof TableState.Absent) {
      return State.ABSENT;
    }
    if (state instanceof TableState.Different) {
      return State.FOREIGN;
    }
    State[] found = {State.BLANK};
    readRow(row -> found[0] = row.getLong(0) == fingerprint ? State.OWN : State.OTHER);
    return found[0];
  }

  private void readRow(RowSink sink) throws DbException {
    try (Session session = database.session()) {
      session.prepare(READ).execute(Args.of(READ), sink);
    }
  }

  /** What it says of the program at work; empty: the load is complete, or dropped. */
  OptionalLong beat() throws DbException {
    if (!(database.inspect(TABLE) instanceof TableState.Present)) {
      return OptionalLong.empty();
    }
    OptionalLong[] found = {OptionalLong.empty()};
    readRow(row -> found[0] = OptionalLong.of(row.getLong(1)));
    return found[0];
  }

  /**
   * Marks the load as begun.
   *
   * @return the number that it says first: a random one, for a program that was held up since
   *     before another load's tables were dropped must not take this mark for its own
   * @throws RunFailure where another one comes first, whose row has the same key
   */
  long make() throws DbException, RunFailure {
    createTable();
    try (Session session = database.session()) {
      long first = 1 + (new SecureRandom().nextLong() >>> 2);
      session.prepare(WRITE).execute(Args.of(WRITE).set(0, fingerprint).set(1, first), null);
      return first;
    } catch (DbException e) {
      if (e.kind() == DbException.Kind.DUPLICATE_KEY) {
        throw Heartbeat.refusal();
      }
      throw e;
    }
  }

  private void createTable() throws DbException {
    try {
      if (database.inspect(TABLE) instanceof TableState.Absent) {
        database.create(TABLE);
      }
    } catch (DbException e) {
      if (!(database.inspect(TABLE) instanceof TableState.Present)) {
        throw e; // else another load was faster
      }
    }
  }

  /** Removes any load's mark; a table that only has its name stays. */
  void remove() throws DbException {
    if (database.inspect(TABLE) instanceof TableState.Present) {
      database.drop(TABLE);
    }
  }

  /** The first 63 bits of the SHA-256. */
  private static long fingerprint(String identity) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(hash).getLong() >>> 1;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
