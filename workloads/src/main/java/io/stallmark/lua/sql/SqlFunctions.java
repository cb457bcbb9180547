package io.stallmark.lua.sql;

import io.stallmark.lua.watch.ScriptActivity;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/**
 * The connections of a script's client. The first is the client's session, and it is given out
 * again after it was closed. A script may keep what an event has opened, or open it anew in each
 * event and never close it. So connections of an event stay open until another event opens some,
 * and the last {@value #MOST_STATEMENTS} statements that events have prepared.
 */
public final class SqlFunctions implements AutoCloseable {

  private static final int MOST_STATEMENTS = 100;

  private static final String[] TYPES =
      "NONE TINYINT SMALLINT INT BIGINT FLOAT DOUBLE TIME DATE DATETIME TIMESTAMP CHAR VARCHAR"
          .split(" ");

  private final @Nullable Session own; // null: there is none
  private final boolean borrowed; // whether the client's session is one of the script's
  private final StatementNames names;
  private final LuaTable methods = new LuaTable();
  private LuaTable hooks = new LuaTable();
  private UnaryOperator<LuaString> randomText = text -> text;
  private BooleanSupplier readsRows = () -> true;
  private boolean taken; // whether the client's session is given out
  private boolean inEvent;
  private boolean opens; // whether the event has opened a connection
  private boolean keepsRows;
  private ScriptActivity activity = new ScriptActivity(new Globals());
  private final List<LuaConnection> connections = new ArrayList<>(); // opened outside of events
  private final List<LuaConnection> eventConnections = new ArrayList<>();
  private final List<LuaStatement> statements = new ArrayList<>(); // prepared outside of events
  private final Deque<LuaStatement> eventStatements = new ArrayDeque<>();
  private @Nullable LuaConnection usual; // of the functions of version 0.5
  private @Nullable StatementError last;

  private SqlFunctions(@Nullable Session own, boolean borrowed, StatementNames names) {
    this.own = own;
    this.borrowed = borrowed;
    this.names = names;
  }

  /**
   * Creates the functions of a client.
   *
   * @param own session of the client, which it closes
   */
  public static SqlFunctions of(Session own, StatementNames names) {
    return new SqlFunctions(own, true, names);
  }

  /** Creates functions whose connections are all new sessions, of which one is at hand. */
  public static SqlFunctions besides(Session any, StatementNames names) {
    return new SqlFunctions(any, false, names);
  }

  /** Creates functions that refuse to connect, for a script that is only read. */
  public static SqlFunctions closed() {
    return new SqlFunctions(null, false, new StatementNames());
  }

  /** Reports to an activity when the script waits for the database. */
  public void reports(ScriptActivity to) {
    activity = to;
  }

  /** A call of the database. */
  interface Asking<T> {
    T answer() throws DbException;
  }

  /** Calls the database, and reports that the script waits for it. */
  <T> T ask(Asking<T> asking) throws DbException {
    activity.asks();
    try {
      return asking.answer();
    } finally {
      activity.answered();
    }
  }

  /** Name of the driver that sysbench would have. */
  public String driver() {
    return isPostgreSql() ? "pgsql" : "mysql";
  }

  boolean isPostgreSql() {
    return own != null && own.binding().startsWith("postgres");
  }

  /**
   * Returns {@code sysbench.sql}.
   *
   * @param reads whether the script may read rows of results
   */
  public LuaTable table(LuaTable sysbench, UnaryOperator<LuaString> random, BooleanSupplier reads) {
    hooks = sysbench.get("hooks").checktable();
    randomText = random;
    readsRows = reads;
    methods.set(LuaValue.INDEX, LuaConnection.methods());
    LuaTable driverMethods = new LuaTable();
    LuaCall.add(driverMethods, "connect", args -> connect());
    LuaCall.add(driverMethods, "name", args -> LuaValue.valueOf(driver()));
    LuaTable meta = new LuaTable();
    meta.set(LuaValue.INDEX, driverMethods);
    LuaTable driver = new LuaTable();
    driver.setmetatable(meta);
    LuaTable sql = new LuaTable();
    LuaCall.add(sql, "driver", args -> driver);
    LuaTable types = new LuaTable();
    for (int i = 0; i < TYPES.length; i++) {
      types.set(TYPES[i], i);
    }
    sql.set("type", types);
    LuaTable errors = new LuaTable();
    errors.set("NONE", 0);
    errors.set("IGNORABLE", 1);
    errors.set("FATAL", 2);
    sql.set("error", errors);
    return sql;
  }

  /** Adds the functions of version 0.5, which work on one connection. */
  public void olderNames(LuaTable globals) {
    LuaCall.add(globals, "db_connect", args -> usual());
    LuaCall.add(
        globals,
        "db_disconnect",
        args -> {
          usual().disconnect();
          usual = null;
          return LuaValue.NONE;
        });
    LuaCall.add(globals, "db_query", args -> usual().query(args.checkstring(1)));
    LuaCall.add(globals, "db_bulk_insert_init", args -> usual().bulkInit(args.checkstring(1)));
    LuaCall.add(globals, "db_bulk_insert_next", args -> usual().bulkNext(args.checkstring(1)));
    LuaCall.add(globals, "db_bulk_insert_done", args -> usual().bulkDone());
    LuaCall.add(globals, "db_free_results", args -> LuaValue.NONE);
    LuaCall.add(globals, "db_store_results", args -> args.arg1());
    for (String name :
        new String[] {"db_prepare", "db_bind_param", "db_bind_result", "db_execute", "db_close"}) {
      LuaCall.add(
          globals,
          name,
          args -> {
            throw new LuaError(name + "() is not supported: use con:prepare() of version 1.0");
          });
    }
  }

  private LuaConnection usual() {
    LuaConnection there = usual;
    if (there == null) {
      boolean within = inEvent;
      inEvent = false; // it stays open
      try {
        there = connect();
      } finally {
        inEvent = within;
      }
      usual = there;
    }
    return there;
  }

  private LuaConnection connect() {
    if (own == null) {
      throw new LuaError("the file is only read for its options now: connect in a function");
    }
    if (inEvent && !opens) {
      opens = true;
      eventConnections.forEach(LuaConnection::leave);
      eventConnections.clear();
    }
    List<LuaConnection> opened = inEvent ? eventConnections : connections;
    opened.removeIf(LuaConnection::isClosed);
    if (borrowed && !taken) {
      taken = true;
      opened.add(new LuaConnection(this, own, () -> taken = false));
      return opened.get(opened.size() - 1);
    }
    try {
      Session another = another();
      opened.add(new LuaConnection(this, another, another::close));
      return opened.get(opened.size() - 1);
    } catch (DbException e) {
      throw error(e, new LuaConnection(this, own, () -> {}), "", LuaValue.NIL);
    }
  }

  /** Opens another session, which the caller closes. */
  Session another() throws DbException {
    return ask(Objects.requireNonNull(own)::another);
  }

  /** Returns the failure of a statement, as the error that the script can catch. */
  LuaError error(DbException failure, LuaConnection on, String query) {
    return error(failure, on, query, hooks.get("sql_error_ignorable"));
  }

  private LuaError error(DbException failure, LuaConnection on, String query, LuaValue ignorable) {
    LuaError error = StatementError.of(failure, on, query, isPostgreSql(), ignorable);
    if (error instanceof StatementError text) {
      last = text;
    }
    return error;
  }

  /**
   * Returns the failure of the statement whose error the script passes on, or does not catch.
   *
   * @param message what the script has failed with
   * @return null: that is no error of a statement
   */
  public @Nullable DbException failure(String message) {
    StatementError there = last;
    return there != null && message.contains(there.text()) ? there.failure() : null;
  }

  /** Notes a statement, which has to be closed. */
  void prepared(LuaStatement statement) {
    if (inEvent) {
      if (eventStatements.size() == MOST_STATEMENTS
          && !eventStatements.removeIf(LuaStatement::isClosed)) {
        eventStatements.remove().close();
      }
      eventStatements.add(statement);
    } else {
      statements.add(statement);
    }
  }

  /** Closes the statements of a connection. */
  void closeStatements(LuaConnection of) {
    Stream.concat(statements.stream(), eventStatements.stream())
        .filter(each -> each.isOn(of))
        .forEach(LuaStatement::close);
    statements.removeIf(LuaStatement::isClosed);
  }

  /** Notes that an event begins. */
  public void beginEvent() {
    inEvent = true;
    opens = false;
  }

  /** Notes that the event has ended. */
  public void endEvent() {
    inEvent = false;
  }

  /** Rolls back the transactions of a failed event, except on the session of the client. */
  public void rollBackOthers() {
    Stream.concat(connections.stream(), eventConnections.stream())
        .filter(each -> !each.isOn(own))
        .forEach(LuaConnection::rollBack);
  }

  /**
   * Lets inserts of collected rows only get their names from now on, at the end of a rehearsal: a
   * run inserts the same rows again.
   */
  public void keepRows() {
    keepsRows = true;
  }

  @Override
  public void close() {
    statements.forEach(LuaStatement::close);
    eventStatements.forEach(LuaStatement::close);
    eventConnections.forEach(LuaConnection::close);
    connections.forEach(LuaConnection::close);
  }

  LuaTable methods() {
    return methods;
  }

  boolean readsRows() {
    return readsRows.getAsBoolean();
  }

  boolean keepsRows() {
    return keepsRows;
  }

  StatementNames names() {
    return names;
  }

  LuaString random(LuaString format) {
    return randomText.apply(format);
  }
}
