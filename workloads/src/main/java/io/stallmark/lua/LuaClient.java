package io.stallmark.lua;

import io.stallmark.lua.sql.SqlFunctions;
import io.stallmark.lua.sql.StatementNames;
import io.stallmark.lua.state.LuaState;
import io.stallmark.spec.NearestWord;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.FiniteClient;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

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
  private final Consumer<DbException> unfinished;
  private boolean over;
  private boolean lost; // whether the last event has lost the connection

  /**
   * Creates the client, with {@code thread_init}.
   *
   * @param unfinished receives a failure of {@code thread_done}
   */
  LuaClient(
      LuaState state,
      SqlFunctions sql,
      StatementNames names,
      String kindOf,
      int thread,
      Consumer<DbException> unfinished)
      throws DbException {
    this.state = state;
    this.sql = sql;
    this.names = names;
    this.kindOf = kindOf;
    this.thread = thread;
    this.unfinished = unfinished;
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
    } catch (DbException e) {
      lost = e.kind() == DbException.Kind.CONNECTION;
      if (!lost) {
        sql.rollBackOthers();
      }
      throw e;
    } finally {
      sql.endEvent();
    }
  }

  /** Whether the script has the global now. */
  boolean hasKind() {
    return state.global(kindOf) != null;
  }

  /** Returns a sentence about a global that no event has set. */
  String withoutKind(String script) {
    return "-p kind: no event of "
        + script
        + " has set the global "
        + kindOf
        + NearestWord.of(kindOf, state.globals())
            .map(name -> ": did you mean " + name + "?")
            .orElse("");
  }

  @Override
  public int kind() {
    String value = kindOf.isEmpty() ? null : state.global(kindOf);
    return names.kind(value == null ? "none" : value);
  }

  /** Ends a rehearsal. The rows that events have collected for an insert are not sent. */
  void endRehearsal() throws DbException {
    sql.keepRows();
    leave();
  }

  /** Closes what the script has opened. */
  void release() {
    sql.close();
  }

  private void leave() throws DbException {
    try {
      state.call("thread_done", thread);
    } finally {
      release();
    }
  }

  @Override
  public void close() {
    try {
      leave();
    } catch (DbException e) {
      if (!lost) { // else it is an error of the run
        unfinished.accept(e);
      }
    }
  }
}
