package io.stallmark.lua.state;

import io.stallmark.data.Rng;
import io.stallmark.lua.sql.LuaCall;
import org.luaj.vm2.Buffer;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** What LuaJIT has and luaj, which is Lua 5.2, has not, or has in another way. */
final class OlderLua {

  /** The function of sysbench. In Lua, so that one that finds no number can be ended. */
  private static final String UNIQUE =
      """
      return function(a, b)
        local res
        repeat res = sysbench.rand.unique() until res >= (a or 0) and res <= (b or 4294967295)
        return res
      end
      """;

  /** Codes of errors, from 0. */
  private static final String[] ERRORS = {"NONE", "RESTART_TRANSACTION", "FAILED"};

  private OlderLua() {}

  static void install(Globals globals, Rng rng) {
    LuaTable table = globals.get("table").checktable();
    LuaTable math = globals.get("math").checktable();
    LuaTable string = globals.get("string").checktable();
    globals.set("unpack", table.get("unpack"));
    globals.set("loadstring", globals.get("load"));
    LuaCall.add(table, "getn", args -> LuaValue.valueOf(args.checktable(1).length()));
    LuaCall.add(table, "maxn", args -> maxn(args.checktable(1)));
    LuaCall.add(math, "log10", args -> LuaValue.valueOf(Math.log10(args.checkdouble(1))));
    math.set("mod", math.get("fmod"));
    LuaCall.add(math, "random", args -> random(args, rng));
    LuaCall.ignore(math, "randomseed"); // numbers are those of the client
    string.set("gfind", string.get("gmatch"));
    string.set("format", new FormatFunction(string.get("format"), globals.get("tostring")));
    globals.set("bit", BitFunctions.table());
    LuaCall.add(globals, "print", args -> print(args, globals));
    // luaj would run the collector of the whole process.
    LuaCall.add(globals, "collectgarbage", args -> LuaValue.valueOf(0));
    for (String name : new String[] {"setfenv", "getfenv", "module", "newproxy"}) {
      LuaCall.refuse(globals, name, name + "() is not supported");
    }
    SystemFunctions.install(globals);
  }

  /** Prints bytes: luaj's own function damages characters beyond the first 65,536. */
  private static LuaValue print(Varargs args, Globals globals) {
    Buffer line = new Buffer();
    for (int i = 1; i <= args.narg(); i++) {
      if (i > 1) {
        line.append((byte) '\t');
      }
      line.append(globals.get("tostring").call(args.arg(i)).strvalue());
    }
    line.append((byte) '\n');
    LuaString all = line.tostring().checkstring();
    globals.STDOUT.write(all.m_bytes, all.m_offset, all.m_length);
    globals.STDOUT.flush();
    return LuaValue.NONE;
  }

  private static LuaValue maxn(LuaTable of) {
    LuaValue most = LuaValue.ZERO;
    for (LuaValue key : of.keys()) {
      if (key.type() == LuaValue.TNUMBER && key.gt_b(most)) {
        most = key;
      }
    }
    return most;
  }

  private static LuaValue random(Varargs args, Rng rng) {
    if (args.narg() == 0) {
      return LuaValue.valueOf(rng.nextDouble());
    }
    long low = args.narg() == 1 ? 1 : args.checklong(1);
    long high = args.checklong(args.narg() == 1 ? 1 : 2);
    if (low > high) {
      throw new LuaError("bad argument to 'random': interval is empty");
    }
    return LuaValue.valueOf((double) rng.uniform(low, high));
  }

  /** Adds the names of version 0.5 for random numbers. */
  static void installNames(Globals globals, LuaTable rand) {
    globals.set("sb_rand", rand.get("default"));
    globals.set("sb_rand_uniq", globals.load(UNIQUE, "sb_rand_uniq").call());
    globals.set("sb_rand_str", rand.get("string"));
    for (String same : new String[] {"uniform", "gaussian", "special", "pareto", "zipfian"}) {
      globals.set("sb_rand_" + same, rand.get(same));
    }
    LuaCall.add(
        globals,
        "sb_rnd",
        args ->
            LuaValue.valueOf(Math.floor(rand.get("uniform_double").call().todouble() * 0x1p32)));
    for (int i = 0; i < ERRORS.length; i++) {
      globals.set("DB_ERROR_" + ERRORS[i], i);
    }
    globals.set("test", globals.get("sysbench").get("cmdline").get("script_path"));
  }
}
