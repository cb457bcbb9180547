package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.TransactionBoundary;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A number that stands for all that was sent, in order: names of statements, their values, begin,
 * commit and rollback. Left out is what may differ between two databases or two hours: times, and
 * the ids of new nodes. For any session.
 */
public final class RequestTrace {

  private final long most;
  private final LongConsumer full;
  private long entries;
  private long hash;

  /** Traces everything. */
  public RequestTrace() {
    this(Long.MAX_VALUE, hash -> {});
  }

  /**
   * @param most number of statements, begins, commits and rollbacks that are traced; later ones are
   *     executed only
   * @param full receives the hash when there are so many
   */
  public RequestTrace(long most, LongConsumer full) {
    this.most = most;
    this.full = full;
  }

  /** Of everything up to now. */
  public long hash() {
    return hash;
  }

  /** A session of which everything goes into this trace before it is executed. */
  public Session of(Session session) {
    return new Traced(session);
  }

  private void add(long value) {
    hash = Rng.mix(hash * 31 + value);
  }

  private void add(String name) {
    add(name.hashCode());
  }

  private void entry(Runnable content) {
    if (entries < most) {
      content.run();
      entries++;
      if (entries == most) {
        full.accept(hash);
      }
    }
  }

  private void add(Op op, Args args) {
    add(op.name());
    for (int slot = 0; slot < op.params().size(); slot++) {
      Param param = op.params().get(slot);
      boolean newId = op.name().equals("insert_node") && param.name().equals("id");
      if (!newId && !param.name().equals("time")) {
        add(param, args, slot);
      }
    }
  }

  private void add(Param param, Args args, int slot) {
    byte[] bytes = args.getText(0, slot);
    int length = args.getLength(0, slot);
    if (bytes.length > 0) {
      for (int i = 0; i < length; i++) {
        add(bytes[i]);
      }
    } else if (param.isList()) {
      for (int i = 0; i < length; i++) {
        add(args.getOfList(slot, i));
      }
    } else {
      add(args.getLong(0, slot));
    }
  }

  private final class Traced implements Session {

    private final Session session;

    Traced(Session session) {
      this.session = session;
    }

    @Override
    public Statement prepare(Op op) throws DbException {
      return traced(op, session.prepare(op));
    }

    @Override
    public Statement prepare(Op op, TransactionBoundary place) throws DbException {
      return traced(op, session.prepare(op, place));
    }

    private Statement traced(Op op, Statement statement) {
      return new Statement() {
        @Override
        public long execute(Args args, @Nullable RowSink sink) throws DbException {
          entry(() -> add(op, args));
          return statement.execute(args, sink);
        }

        @Override
        public Outcome outcome() {
          return statement.outcome();
        }

        @Override
        public long generatedKey() throws DbException {
          return statement.generatedKey();
        }
      };
    }

    @Override
    public void begin() throws DbException {
      entry(() -> add("begin"));
      session.begin();
    }

    @Override
    public void commit() throws DbException {
      entry(() -> add("commit"));
      session.commit();
    }

    @Override
    public void rollback() throws DbException {
      entry(() -> add("rollback"));
      session.rollback();
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
