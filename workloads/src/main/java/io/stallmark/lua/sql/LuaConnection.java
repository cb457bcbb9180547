package io.stallmark.lua.sql;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Session.TextStatement;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** A connection of a script. */
final class LuaConnection extends LuaTable {

  private static final Args NO_VALUES =
      Args.of(new Op.Native("text", List.of(), Map.of(Op.Native.SQL, "")));

  private final SqlFunctions functions;
  private Session session;
  private Runnable returned;
  private final ResultRows rows = new ResultRows();
  private @Nullable TextStatement text;
  private @Nullable BulkText bulk;
  private boolean closed;

  /**
   * @param returned called when the script closes the connection
   */
  LuaConnection(SqlFunctions functions, Session session, Runnable returned) {
    this.functions = functions;
    this.session = session;
    this.returned = returned;
    setmetatable(functions.methods());
    set("error", 0);
  }

  /** Returns the methods of connections. */
  static LuaTable methods() {
    LuaTable all = new LuaTable();
    method(all, "query", (con, args) -> con.query(args.checkstring(2)));
    method(all, "query_row", (con, args) -> con.firstRow(args.checkstring(2)));
    method(all, "prepare", (con, args) -> con.prepare(args.checkstring(2)));
    method(all, "bulk_insert_init", (con, args) -> con.bulkInit(args.checkstring(2)));
    method(all, "bulk_insert_next", (con, args) -> con.bulkNext(args.checkstring(2)));
    method(all, "bulk_insert_done", (con, args) -> con.bulkDone());
    method(all, "disconnect", (con, args) -> con.disconnect());
    method(all, "reconnect", (con, args) -> con.reconnect());
    method(all, "more_results", (con, args) -> LuaValue.FALSE);
    method(all, "next_result", (con, args) -> LuaValue.NIL);
    return all;
  }

  private static void method(
      LuaTable to, String name, BiFunction<LuaConnection, Varargs, Varargs> body) {
    LuaCall.add(
        to,
        name,
        args -> {
          if (!(args.arg1() instanceof LuaConnection connection)) {
            throw new LuaError(name + "() is called without a connection: write con:" + name);
          }
          return body.apply(connection, args);
        });
  }

  LuaValue query(LuaString query) {
    return query(query, functions.readsRows());
  }

  private LuaResult query(LuaString query, boolean reads) {
    String words = LuaCall.text(query);
    return execute(words, words, reads);
  }

  /**
   * @param named text whose fingerprint names the statement
   */
  private LuaResult execute(String words, String named, boolean reads) {
    Op.Native as = functions.names().of(fingerprint(named).text());
    try {
      rows.begin();
      TextStatement opened = open();
      ResultRows sink = reads ? rows : null;
      return rows.result(functions.ask(() -> opened.execute(as, words, NO_VALUES, sink)), reads);
    } catch (DbException e) {
      throw functions.error(e, this, words);
    }
  }

  private Fingerprint fingerprint(String words) {
    return Fingerprint.of(words, functions.isPostgreSql());
  }

  private TextStatement open() throws DbException {
    checkOpen();
    TextStatement there = text;
    if (there == null) {
      there = session.text();
      text = there;
    }
    return there;
  }

  private void checkOpen() {
    if (closed) {
      throw new LuaError("the connection is closed");
    }
  }

  private Varargs firstRow(LuaString query) {
    return query(query, true).first();
  }

  private LuaStatement prepare(LuaString query) {
    checkOpen();
    String words = LuaCall.text(query);
    Fingerprint fingerprint = fingerprint(words);
    Op.Native as = functions.names().of(fingerprint.text(), fingerprint.parameters());
    try {
      TextStatement sent = functions.ask(() -> session.prepare(words, as));
      LuaStatement statement = new LuaStatement(this, sent, as, words);
      functions.prepared(statement);
      return statement;
    } catch (DbException e) {
      throw functions.error(e, this, words);
    }
  }

  /** Executes a prepared statement. */
  LuaValue execute(TextStatement statement, Op.Native as, String words, Args args) {
    checkOpen();
    try {
      boolean reads = functions.readsRows();
      ResultRows sink = reads ? rows : null;
      rows.begin();
      return rows.result(functions.ask(() -> statement.execute(as, words, args, sink)), reads);
    } catch (DbException e) {
      throw functions.error(e, this, words);
    }
  }

  LuaValue bulkInit(LuaString insert) {
    bulk = new BulkText(insert);
    return LuaValue.TRUE;
  }

  LuaValue bulkNext(LuaString row) {
    BulkText there = bulk();
    insert(there, there.add(row));
    return LuaValue.TRUE;
  }

  LuaValue bulkDone() {
    BulkText there = bulk;
    bulk = null;
    if (there != null) {
      insert(there, there.rest());
    }
    return LuaValue.TRUE;
  }

  private void insert(BulkText from, @Nullable LuaString full) {
    if (full == null) {
      return;
    }
    if (functions.keepsRows()) {
      functions.names().of(fingerprint(from.beginning()).text());
    } else {
      execute(LuaCall.text(full), from.beginning(), functions.readsRows());
    }
  }

  private BulkText bulk() {
    BulkText there = bulk;
    if (there == null) {
      throw new LuaError("bulk_insert_init() was not called");
    }
    return there;
  }

  LuaString random(LuaString format) {
    return functions.random(format);
  }

  /** Opens another session. The script prepares its statements again, as in sysbench. */
  private LuaValue reconnect() {
    checkOpen();
    functions.closeStatements(this);
    leave();
    try {
      Session opened = functions.another();
      session = opened;
      returned = opened::close;
      text = null;
      closed = false;
      return LuaValue.TRUE;
    } catch (DbException e) {
      throw functions.error(e, this, "");
    }
  }

  /** Closes the connection for the script. */
  LuaValue disconnect() {
    leave();
    return LuaValue.TRUE;
  }

  /** Ends an open transaction, and gives the session back. */
  void leave() {
    rollBack();
    if (text != null) {
      text.close();
    }
    close();
  }

  /** Ends an open transaction. */
  void rollBack() {
    try {
      if (!closed) {
        session.rollback();
      }
    } catch (DbException e) {
      // the next statement on the session fails too
    }
  }

  /** Gives the session back. */
  void close() {
    if (!closed) {
      closed = true;
      returned.run();
    }
  }

  boolean isClosed() {
    return closed;
  }

  boolean isOn(@Nullable Session given) {
    return session == given;
  }
}
