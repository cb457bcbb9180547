package io.stallmark.lua;

import io.stallmark.lua.sql.SqlFunctions;
import io.stallmark.lua.sql.StatementNames;
import io.stallmark.lua.state.LuaScript;
import io.stallmark.lua.state.LuaState;
import io.stallmark.lua.state.LuaState.Declared;
import io.stallmark.lua.state.LuaState.Use;
import io.stallmark.lua.watch.ScriptWatch;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A script of sysbench on tables that it makes itself. */
final class LuaScenario implements Scenario {

  private static final String RUN = "run";
  private static final String EVENT = "event";
  private static final String HELP = "help";

  /** Function of a script that checks its tables; sysbench has none. */
  static final String VERIFY = "verify";

  private static final int REHEARSED_EVENTS = 200;
  private static final long REHEARSED_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final int MOST_FAILURES = 10; // of the rehearsal, in a row

  /** Commands of sysbench by those of Stallmark. */
  private static final Map<String, String> SAME = Map.of("load", "prepare", "drop", "cleanup");

  private final LuaScript script;
  private final Declared declared;
  private final String kindOf;
  private final AtomicInteger unique;
  private final ScriptWatch watch;
  private StatementNames names = new StatementNames();
  private @Nullable LuaState whole; // of init() and done()
  private @Nullable SqlFunctions wholeSql;
  private volatile boolean rehearses;
  private volatile boolean halted;
  private volatile String unfinished = ""; // a sentence about thread_done()

  /**
   * @param kindOf global of the script that has the kind of its transactions; empty: none
   */
  LuaScenario(LuaScript script, Declared declared, String kindOf) {
    this.script = script;
    this.declared = declared;
    this.kindOf = kindOf;
    watch = new ScriptWatch(script.name());
    unique = new AtomicInteger((int) System.nanoTime()); // a second run must not repeat numbers
  }

  @Override
  public List<Table> tables() {
    return List.of();
  }

  @Override
  public List<Role> roles() {
    return List.of(
        new Role(
            Role.ONLY, names.ops(), names.kinds(), false, ProgressUnit.TRANSACTIONS, this::client));
  }

  private LuaClient client(Session session, Slice slice) throws DbException {
    SqlFunctions sql = SqlFunctions.of(session, names);
    try {
      LuaState state = state(RUN, slice, sql);
      return new LuaClient(state, sql, names, kindOf, slice.index(), this::unfinished);
    } catch (DbException e) {
      sql.close();
      throw e;
    }
  }

  private LuaState state(String command, Slice slice, SqlFunctions sql) throws DbException {
    return LuaState.of(
        script, declared.options(), new Use(command, slice, this::unique, watch), sql);
  }

  /** Returns a number that no other client gets: a step of one permutation of all numbers. */
  private int unique() {
    int mixed = unique.getAndIncrement();
    mixed = (mixed ^ (mixed >>> 16)) * 0x7feb352d;
    mixed = (mixed ^ (mixed >>> 15)) * 0x846ca68b;
    return mixed ^ (mixed >>> 16);
  }

  @Override
  public List<String> warnings() {
    return declared.warnings();
  }

  @Override
  public List<String> warningsWithoutWarmup() {
    return List.of(
        "There is no warm-up: the JVM compiles script and driver in the first seconds, which are"
            + " slower and part of the results. --warmup 10 leaves them out.");
  }

  @Override
  public List<String> help() throws DbException {
    if (!declared.commands().containsKey(HELP)) {
      return declared.help();
    }
    state(HELP, Slice.of(0, 1, 0), SqlFunctions.closed()).command(HELP);
    return List.of();
  }

  @Override
  public void share(int machine, int machines) {
    throw new RefusedException(
        "a script runs on one machine only, because only its rehearsal there knows its statements:"
            + " leave --agents out, and give this machine more --threads");
  }

  @Override
  public String unreturned(long nanos) {
    String found = watch.unreturned(nanos);
    return found.isEmpty() || !rehearses ? found : "the rehearsal of " + found;
  }

  @Override
  public String endUnreturned() {
    halted = true;
    return watch.end();
  }

  private void unfinished(DbException failure) {
    if (!halted) {
      unfinished = "thread_done() has failed: " + failure.getMessage() + ".";
    }
  }

  /** A run whose last rows were not inserted has failed. */
  @Override
  public Conclusion conclusion(Histogram responses) {
    return new Conclusion(0, false, unfinished, List.of(), List.of(), null, null);
  }

  /** Calls {@code init()}, then rehearses events, to know the statements. */
  @Override
  public void begin(Session session, int clients) throws DbException {
    if (!declared.commands().containsKey(EVENT)) {
      throw DbException.unfit("SCRIPT", script.name() + " has no function event()");
    }
    end();
    names = new StatementNames();
    unfinished = "";
    halted = false;
    watch.measures(false);
    SqlFunctions sql = SqlFunctions.besides(session, new StatementNames());
    LuaState state = state(RUN, Slice.of(0, clients, 0), sql);
    wholeSql = sql;
    whole = state;
    state.call("init", 0);
    rehearses = true;
    try {
      rehearse(session, clients);
    } finally {
      rehearses = false;
    }
    names.fix();
    watch.measures(true);
  }

  private void rehearse(Session session, int clients) throws DbException {
    String function = "thread_init()";
    try {
      LuaClient client = client(session, Slice.of(0, clients, System.nanoTime()));
      try {
        function = "event()";
        rehearseEvents(client, session);
        function = "thread_done()";
        client.endRehearsal();
      } finally {
        client.release();
      }
    } catch (DbException e) {
      throw refused(function, session.rollbackAfter(e));
    }
    session.rollback();
  }

  private void rehearseEvents(LuaClient client, Session session) throws DbException {
    long end = System.nanoTime() + REHEARSED_NANOS;
    boolean hasKind = kindOf.isEmpty();
    int failures = 0;
    for (int i = 0; i < REHEARSED_EVENTS && (i == 0 || System.nanoTime() < end); i++) {
      try {
        if (!client.hasNext(() -> false)) {
          break;
        }
        client.transaction();
        failures = 0;
      } catch (DbException e) {
        DbException worst = session.rollbackAfter(e);
        failures++;
        if (worst.kind() != DbException.Kind.RETRY || failures == MOST_FAILURES) {
          throw worst;
        }
      }
      if (!kindOf.isEmpty()) {
        client.kind();
        hasKind |= client.hasKind();
      }
    }
    if (!hasKind) {
      throw DbException.unfit("SCRIPT", client.withoutKind(script.name()));
    }
  }

  /** Returns the failure of a function in the rehearsal, as one that is not repeated. */
  private DbException refused(String function, DbException failure) {
    return switch (failure.kind()) {
      case UNFIT, CONNECTION -> failure;
      default ->
          new DbException(
              DbException.Kind.FATAL,
              failure.code(),
              (failure.kind() == DbException.Kind.RETRY
                      ? script.name() + ", " + function + ": "
                      : "")
                  + failure.getMessage()
                  + ". 'stallmark load lua' makes the tables of a script",
              failure);
    };
  }

  /** Calls {@code done()}, whose failure does not change the results. */
  @Override
  public String end() {
    LuaState state = whole;
    SqlFunctions sql = wholeSql;
    whole = null;
    wholeSql = null;
    if (state != null && sql != null) {
      try {
        state.call("done", 0);
      } catch (DbException e) {
        return halted ? "" : "done() has failed: " + e.getMessage() + ".";
      } finally {
        sql.close();
      }
    }
    return "";
  }

  @Override
  public List<String> commands() {
    List<String> all = new ArrayList<>(declared.commands().keySet());
    all.remove(EVENT);
    return all;
  }

  @Override
  public Optional<OwnCommand> command(String name) {
    String command = SAME.getOrDefault(name, name);
    Map<String, Boolean> all = new TreeMap<>(declared.commands());
    all.remove(EVENT);
    Boolean parallel = all.get(command);
    return parallel == null
        ? Optional.empty()
        : Optional.of(
            new OwnCommand(parallel, (session, slice, resumes) -> worker(command, session, slice)));
  }

  private Loader worker(String command, Session session, Slice slice) throws DbException {
    SqlFunctions sql = SqlFunctions.of(session, new StatementNames());
    LuaState state = state(command, slice, sql);
    return () -> {
      try {
        state.command(command);
      } finally {
        sql.close();
      }
      return 0;
    };
  }

  @Override
  public Verification verification() {
    return declared.commands().containsKey(VERIFY)
        ? new LuaVerification(
            script.name(), (session, slice, resumes) -> worker(VERIFY, session, slice))
        : Verification.none("The script has no function verify().");
  }
}
