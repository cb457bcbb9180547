package io.stallmark.lua.state;

import io.stallmark.lua.sql.LuaCall;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** Names of version 0.5 for random numbers. */
final class OlderNames {

  private OlderNames() {}

  static void install(Globals globals, LuaTable rand) {
    globals.set("sb_rand", rand.get("default"));
    globals.set("sb_rand_uniq", rand.get("unique"));
    globals.set("sb_rand_str", rand.get("string"));
    for (String same : new String[] {"uniform", "gaussian", "special", "pareto", "zipfian"}) {
      globals.set("sb_rand_" + same, rand.get(same));
    }
    LuaCall.add(
        globals,
        "sb_rnd",
        args -> rand.get("uniform").call(LuaValue.ZERO, LuaValue.valueOf(Integer.MAX_VALUE - 1)));
    globals.set("test", globals.get("sysbench").get("cmdline").get("script_path"));
  }
}
