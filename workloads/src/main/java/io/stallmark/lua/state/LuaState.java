package io.stallmark.lua.state;

import io.stallmark.data.Rng;
import io.stallmark.lua.sql.LuaCall;
import io.stallmark.lua.sql.SqlFunctions;
import io.stallmark.lua.sql.StatementError;
import io.stallmark.lua.watch.ScriptActivity;
import io.stallmark.lua.watch.ScriptWatch;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Slice;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LoadState;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.CoroutineLib;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.TableLib;
import org.luaj.vm2.lib.jse.JseBaseLib;
import org.luaj.vm2.lib.jse.JseMathLib;
import org.luaj.vm2.lib.jse.JseOsLib;

/** A script in the interpreter of one client. Used by one thread at a time. */
public final class LuaState {

  /** Where a script prints: to the stream of errors, so that documents stay whole. */
  private static final PrintStream SHOWN =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true);

  /** Where a file prints that is only read for its options: it is executed again later. */
  private static final PrintStream HIDDEN = new PrintStream(OutputStream.nullOutputStream());

  private static final String VERSION = "1.0.20";
  private static final String EVENT = "event()";
  private static final LuaValue EVENT_NAME = LuaValue.valueOf("event"); // not made for each event

  /** Commands whose result sysbench ignores, unless the script declares them. */
  private static final Set<String> UNJUDGED = Set.of("prepare", "cleanup", "help");

  private final LuaScript script;
  private final Globals globals = new Globals();
  private final LuaTable sysbench = new LuaTable();
  private final LuaValue strings;
  private final ScriptActivity activity = new ScriptActivity(globals);
  private final Set<String> words = new HashSet<>(); // of the code that is read for its options
  private boolean readsRows;
  private SqlFunctions sql = SqlFunctions.closed();

  /**
   * What a state is for.
   *
   * @param command of the command line: run, prepare, cleanup, or another of the script
   * @param slice the client among all clients
   * @param unique numbers that no other client gets
   * @param watch ends what does not return
   */
  public record Use(String command, Slice slice, IntSupplier unique, ScriptWatch watch) {}

  /** Executes the file, as far as options are known without it. */
  private LuaState(LuaScript script, String command, boolean reads, Rng rng) {
    this.script = script;
    StringIndex.install();
    globals.STDOUT = reads ? HIDDEN : SHOWN;
    globals.load(new JseBaseLib());
    globals.load(new PackageLib());
    globals.load(new TableLib());
    globals.load(new StringLib());
    globals.load(new CoroutineLib());
    globals.load(new JseMathLib());
    globals.load(new JseOsLib());
    LoadState.install(globals);
    LuaC.install(globals);
    readsRows = LuaScript.readsRows(script.code());
    Globals.Compiler compiler = globals.compiler;
    globals.compiler =
        (text, name) -> {
          Prototype code = compiler.compile(text, name);
          readsRows |= LuaScript.readsRows(code); // of a module
          if (reads) {
            LuaScript.addWords(code, words);
          }
          return code;
        };
    strings = globals.get("string");
    StringIndex.enter(strings);
    OlderLua.install(globals, rng);
    LuaTable packages = globals.get("package").checktable();
    String added = System.getenv("LUA_PATH");
    packages.set(
        "path", added == null ? script.path() : added.replace(";;", ";" + script.path() + ";"));
    LuaTable ffi = FfiStandIn.table();
    globals.set("ffi", ffi);
    packages.get("loaded").set("ffi", ffi);
    packages.get("loaded").set("bit", globals.get("bit"));
    globals.set("sysbench", sysbench);
    base(command);
  }

  private void base(String command) {
    sysbench.set("version", VERSION);
    sysbench.set("version_string", "sysbench " + VERSION);
    LuaTable codes = new LuaTable();
    codes.set("NONE", 0);
    codes.set("RESTART_EVENT", StatementError.RESTART);
    sysbench.set("error", codes);
    LuaTable line = new LuaTable();
    line.set("command", command);
    line.set("script_path", script.name());
    line.set("argv", new LuaTable());
    line.set("PARALLEL_COMMAND", LuaValue.TRUE);
    for (LuaOptions.Type type : LuaOptions.Type.values()) {
      line.set("ARG_" + type.name(), type.ordinal());
    }
    sysbench.set("cmdline", line);
    sysbench.set("hooks", new LuaTable());
    LuaTable histogram = new LuaTable();
    LuaCall.refuse(histogram, "new", "sysbench.histogram is not supported: the results have one");
    sysbench.set("histogram", histogram);
    for (String report : new String[] {"report_csv", "report_json", "report_default"}) {
      LuaCall.ignore(sysbench, report);
    }
  }

  /** Creates the state of a client: executes the file and makes its functions known. */
  public static LuaState of(LuaScript script, LuaOptions options, Use use, SqlFunctions sql)
      throws DbException {
    Rng rng = Rng.of(use.slice().rng().nextLong(), 0);
    LuaState state = new LuaState(script, use.command(), false, rng);
    use.watch().add(state.activity);
    sql.reports(state.activity);
    state.guarded(
        "the code outside functions",
        () -> {
          state.client(options, use, sql, rng);
          return state.execute(options);
        });
    return state;
  }

  private void client(LuaOptions options, Use use, SqlFunctions sql, Rng rng) {
    this.sql = sql;
    int tid = use.slice().index();
    sysbench.set("tid", tid);
    sysbench.set("opt", options.table(use.slice().count(), sql.driver()));
    sysbench.set("rand", new RandomFunctions(rng, options, use.unique()).table());
    sysbench.set(
        "sql", sql.table(sysbench, text -> RandomFunctions.text(text, rng), () -> readsRows));
    globals.set("thread_id", tid);
    globals.set("db_driver", sql.driver());
    sql.olderNames(globals);
    OlderLua.installNames(globals, sysbench.get("rand").checktable());
  }

  private LuaValue execute(LuaOptions options) {
    exportGlobals(options);
    LuaValue result = new LuaClosure(script.code(), globals).call();
    exportGlobals(options);
    return result;
  }

  /** Makes options globals, as version 0.5 did, unless the script declares them. */
  private void exportGlobals(LuaOptions options) {
    if (options.declared()) {
      return;
    }
    LuaTable all = sysbench.get("opt").checktable();
    for (LuaValue name : all.keys()) {
      if (!globals.get(name).isfunction()) {
        globals.set(name, all.get(name));
      }
    }
    globals.set("num_threads", all.get("threads"));
  }

  /**
   * What a script declares.
   *
   * @param commands names of its commands, and whether each is parallel
   * @param warnings about what has no effect, whole sentences
   * @param help lines about its options
   */
  public record Declared(
      LuaOptions options,
      Map<String, Boolean> commands,
      List<String> warnings,
      List<String> help) {}

  /**
   * Reads what a script declares.
   *
   * @param place URL of the database, without a password; empty: not known
   * @throws SpecException with file and line, if it fails, or if an option is wrong
   */
  public static Declared declared(
      LuaScript script, Map<String, String> given, String command, String place)
      throws SpecException {
    LuaState state = new LuaState(script, command, true, Rng.of(0, 0));
    try {
      LuaOptions first = LuaOptions.read(given, script.name(), LuaValue.NIL, place);
      state.client(
          first,
          new Use(command, Slice.of(0, 1, 0), () -> 0, new ScriptWatch(script.name())),
          SqlFunctions.closed(),
          Rng.of(0, 0));
      state.execute(first);
      LuaTable line = state.sysbench.get("cmdline").checktable();
      LuaOptions options = LuaOptions.read(given, script.name(), line.get("options"), place);
      LuaScript.addWords(script.code(), state.words);
      options.checkWords(given.keySet(), script.name(), state.words);
      return new Declared(
          options,
          state.commands(line.get("commands")),
          state.warnings(),
          LuaOptions.help(script.name(), line.get("options")));
    } catch (LuaError e) {
      throw new SpecException(String.valueOf(state.failure(e).getMessage()));
    } catch (StackOverflowError e) {
      throw new SpecException(script.name() + ": stack overflow");
    }
  }

  private Map<String, Boolean> commands(LuaValue declared) {
    Map<String, Boolean> all = new TreeMap<>();
    for (String usual : new String[] {"prepare", "cleanup", "help", "event", "verify"}) {
      if (globals.get(usual).isfunction()) {
        all.put(usual, false);
      }
    }
    if (declared.istable()) {
      for (LuaValue name : declared.checktable().keys()) {
        all.put(name.tojstring(), declared.get(name).get(2).toboolean());
      }
    }
    return all;
  }

  private List<String> warnings() {
    LuaTable hooks = sysbench.get("hooks").checktable();
    boolean reports =
        !hooks.get("report_intermediate").isnil() || !hooks.get("report_cumulative").isnil();
    return reports
        ? List.of("The report hooks of the script are not called: Stallmark reports.")
        : List.of();
  }

  /** Work in the interpreter. */
  private interface Work {
    LuaValue run();
  }

  /**
   * @param name what of the script it is, for a sentence
   */
  private LuaValue guarded(String name, Work work) throws DbException {
    StringIndex.enter(strings);
    activity.enter(name);
    try {
      return work.run();
    } catch (LuaError e) {
      throw failure(e);
    } catch (StackOverflowError e) {
      throw overflow(name, e);
    } finally {
      activity.leave();
    }
  }

  private DbException failure(LuaError error) {
    String ended = activity.ended();
    return ended == null
        ? ScriptFailure.of(error, script, sql)
        : new DbException(DbException.Kind.UNFIT, ScriptFailure.SCRIPT, ended, error);
  }

  private DbException overflow(String name, StackOverflowError error) {
    return new DbException(
        DbException.Kind.UNFIT,
        ScriptFailure.SCRIPT,
        script.name() + ": stack overflow in " + name,
        error);
  }

  /** Calls a function of the script; does nothing if there is none. */
  public void call(String function, int thread) throws DbException {
    LuaValue body = globals.get(function);
    if (body.isfunction()) {
      guarded(function + "()", () -> body.call(LuaValue.valueOf(thread)));
    }
  }

  /** Calls a command of the script. */
  public void command(String name) throws DbException {
    LuaValue declared = sysbench.get("cmdline").get("commands");
    LuaValue own = declared.istable() ? declared.get(name) : LuaValue.NIL;
    LuaValue body = own.istable() ? own.get(1) : globals.get(name);
    LuaValue result = guarded(name + "()", body::call);
    boolean judged = own.istable() || !UNJUDGED.contains(name);
    if (judged && result.isboolean() && !result.toboolean()) {
      throw DbException.unfit(
          ScriptFailure.SCRIPT, name + "() of " + script.name() + " has returned false");
    }
  }

  /** Whether a failure is an error of the script, not one of the database. */
  public static boolean isOfTheScript(DbException failure) {
    return failure.kind() == DbException.Kind.UNFIT && failure.code().equals(ScriptFailure.SCRIPT);
  }

  /** Executes an event. Returns whether the script wants no more of them. */
  public boolean event(int thread) throws DbException {
    StringIndex.enter(strings);
    activity.enter(EVENT);
    try {
      return globals.get(EVENT_NAME).call(LuaValue.valueOf(thread)).toboolean();
    } catch (LuaError e) {
      DbException failure = failure(e);
      if (failure.kind() == DbException.Kind.RETRY) {
        restarting(e);
      }
      throw failure;
    } catch (StackOverflowError e) {
      throw overflow(EVENT, e);
    } finally {
      activity.leave();
    }
  }

  private void restarting(LuaError error) throws DbException {
    LuaValue hook = sysbench.get("hooks").get("before_restart_event");
    if (hook.isfunction()) {
      guarded("before_restart_event()", () -> hook.call(error.getMessageObject()));
    }
  }

  /** Names of the globals that have a text or a number. */
  public List<String> globals() {
    return Stream.of(globals.keys())
        .filter(name -> name.isstring() && globals.get(name).isstring())
        .map(LuaValue::tojstring)
        .toList();
  }

  /** Text of a global of the script; null: it has none of this name. */
  public @Nullable String global(String name) {
    LuaValue value = globals.get(name);
    return value.isstring() ? value.tojstring() : null;
  }
}
