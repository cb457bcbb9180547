package io.stallmark.tables;

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
import io.stallmark.spi.Session;
import io.stallmark.spi.TableState;
import io.stallmark.spi.workload.Resumption;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;

/**
 * A table that is there from before a load's first table until the load is complete. Its one row
 * says which load it is. It has no storage options: the server's own default has to do.
 */
final class LoadMark {

  static final Table TABLE =
      new Table(
          "stallmark_loading",
          List.of(
              new Column("id", Type.INT32, Fill.REQUIRED),
              new Column("fingerprint", Type.INT64, Fill.REQUIRED)),
          List.of("id"),
          List.of(),
          Map.of());

  private static final Op WRITE =
      new Op.Insert(
          "mark_load",
          List.of(new Param("fingerprint", Type.INT64)),
          TABLE,
          List.of("id", "fingerprint"),
          List.of(Value.literal(1), Value.slot("fingerprint")),
          1);

  private static final Op READ =
      new Op.Read(
          "read_mark", List.of(), TABLE, Select.columns("fingerprint"), new Predicate.All());

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
    try (Session session = database.session()) {
      session
          .prepare(READ)
          .execute(
              Args.of(READ),
              row -> found[0] = row.getLong(0) == fingerprint ? State.OWN : State.OTHER);
    }
    return found[0];
  }

  /**
   * Marks the load as begun. Where another one comes first, the second row is a duplicate key, and
   * this fails.
   */
  void make() throws DbException {
    if (database.inspect(TABLE) instanceof TableState.Absent) {
      database.create(TABLE);
    }
    try (Session session = database.session()) {
      session.prepare(WRITE).execute(Args.of(WRITE).set(0, fingerprint), null);
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
