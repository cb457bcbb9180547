package io.stallmark.lua.state;

import io.stallmark.lua.sql.LuaCall;
import io.stallmark.text.Text;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/**
 * LuaJIT's library {@code ffi}, as far as scripts use it to count statements and to wait. All else
 * is refused by name, because there are no functions of C.
 */
final class FfiStandIn {

  /** Constants of sysbench's counters; counts are Stallmark's. */
  private static final Set<String> COUNTERS =
      Text.wordSet(
          "SB_CNT_OTHER SB_CNT_READ SB_CNT_WRITE SB_CNT_TRX SB_CNT_ERROR SB_CNT_RECONNECT");

  private FfiStandIn() {}

  static LuaTable table() {
    LuaTable ffi = new LuaTable();
    LuaCall.ignore(ffi, "cdef");
    LuaTable c = new LuaTable();
    LuaCall.ignore(c, "sb_counter_inc");
    LuaCall.add(c, "usleep", args -> sleep(args.checklong(1)));
    COUNTERS.forEach(name -> c.set(name, 0));
    refuseOthers(c, "ffi.C.");
    ffi.set("C", c);
    refuseOthers(ffi, "ffi.");
    return ffi;
  }

  private static LuaValue sleep(long micros) {
    long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
    long left = end - System.nanoTime();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = end - System.nanoTime();
    }
    return LuaValue.ZERO;
  }

  private static void refuseOthers(LuaTable library, String prefix) {
    LuaTable others = new LuaTable();
    LuaCall.add(
        others,
        "__index",
        args -> {
          throw new LuaError(prefix + args.arg(2).tojstring() + " is not supported");
        });
    library.setmetatable(others);
  }
}
