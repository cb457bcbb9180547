package io.stallmark.lua;

import io.stallmark.lua.sql.SqlFunctions;
import io.stallmark.lua.sql.StatementNames;
import io.stallmark.lua.state.LuaState;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.FiniteClient;
import java.util.function.BooleanSupplier;

/**
 * Client that executes the events of a script. A repeated event draws other values, as in sysbench:
 * the generator is the script's.
 */
final class LuaClient implements FiniteClient {

  private final LuaState state;
  private final SqlFunctions sql;
  private final StatementNames names;
  private final String kindOf; // global that has the kind of transaction; empty: none
  private final int thread;
  private boolean over;

  /** Creates the client, with {@code thread_init}. */
  LuaClient(LuaState state, SqlFunctions sql, StatementNames names, String kindOf, int thread)
      throws DbException {
    this.state = state;
    this.sql = sql;
    this.names = names;
    this.kindOf = kindOf;
    this.thread = thread;
    state.call("thread_init", thread);
  }

  @Override
  public boolean hasNext(BooleanSupplier ended) {
    return !over;
  }

  @Override
  public void transaction() throws DbException {
    sql.beginEvent();
    try {
      over = state.event(thread);
    } finally {
      sql.endEvent();
    }
  }

  @Override
  public int kind() {
    String value = kindOf.isEmpty() ? null : state.global(kindOf);
    return names.kind(value == null ? "none" : value);
  }

  @Override
  public void close() {
    try {
      state.call("thread_done", thread);
    } catch (DbException e) {
      // the run is over, and the connection may be lost
    } finally {
      sql.close();
    }
  }
}
