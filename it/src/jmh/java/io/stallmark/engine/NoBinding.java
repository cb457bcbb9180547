package io.stallmark.engine;

import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Args;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.Target;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.TableState;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A database that does nothing, for processes that measure the harness: {@code nothing:ROWS} has
 * each table, with this number of rows. {@code it/cluster-cost.sh} registers it.
 */
public final class NoBinding implements Binding {

  private static final String PREFIX = "nothing:";

  @Override
  public String name() {
    return "nothing";
  }

  @Override
  public List<String> prefixes() {
    return List.of(PREFIX);
  }

  @Override
  public String summary() {
    return "does nothing";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public Database open(Target target) {
    long rows = Long.parseLong(target.url().substring(PREFIX.length()));
    return new NoDatabase(rows, () -> new CountingSession(new NoSession(100), rows));
  }

  @Override
  public List<String> explain(Table table) {
    return List.of();
  }

  @Override
  public String explain(Op op) {
    return "";
  }

  /** Its tables are there, with this number of rows each. */
  record NoDatabase(long rows, Supplier<Session> sessions) implements Database {

    @Override
    public Set<Capability> capabilities(TableLayout layout, Map<String, String> storage) {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public Facts facts(List<Table> tables) {
      return new Facts(Map.of(), List.of());
    }

    @Override
    public boolean createsTables() {
      return false;
    }

    @Override
    public TableState inspect(Table table) {
      return new TableState.Present();
    }

    @Override
    public void create(Table table) {}

    @Override
    public void createIndexes(Table table) {}

    @Override
    public void drop(Table table) {}

    @Override
    public OptionalLong rowCount(Table table) {
      return OptionalLong.of(rows);
    }

    @Override
    public Session session() {
      return sessions.get();
    }

    @Override
    public void close() {}
  }

  /** Counts rows, for the check before a run, and else does nothing. */
  private record CountingSession(NoSession nothing, long rows) implements Session {

    @Override
    public Statement prepare(Op op) {
      Statement statement = nothing.prepare(op);
      return op instanceof Op.Read read && read.select() instanceof Select.Count
          ? new Count(statement, rows)
          : statement;
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {}
  }

  private record Count(Statement nothing, long rows) implements Statement, Row {

    @Override
    public long execute(Args args, @Nullable RowSink sink) throws DbException {
      if (sink != null) {
        sink.row(this);
      }
      return 1;
    }

    @Override
    public long getLong(int column) {
      return rows;
    }

    @Override
    public double getDouble(int column) {
      return rows;
    }

    @Override
    public int getText(int column, byte[] into) {
      return 0;
    }

    @Override
    public Outcome outcome() {
      return nothing.outcome();
    }

    @Override
    public long generatedKey() throws DbException {
      return nothing.generatedKey();
    }
  }
}
