package io.stallmark.lua.watch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.DebugLib;

/**
 * Hook that can let every instruction of a script fail, so that it ends whatever it catches. The
 * first error has the place.
 */
final class ScriptHalt extends DebugLib {

  private final CompletableFuture<String> place = new CompletableFuture<>();
  private volatile boolean ends;
  private volatile @Nullable End first;

  /** Has the place, which the handler of an xpcall() cannot change. */
  private static final class End extends LuaError {

    private static final long serialVersionUID = 1L;

    End() {
      super("ended");
    }

    String place() {
      return fileline == null ? "" : fileline.replaceFirst("^@", "");
    }
  }

  @Override
  public void onInstruction(int pc, Varargs varargs, int top) {
    if (!ends) {
      return;
    }
    End error = new End();
    if (first == null) {
      first = error;
    }
    throw error;
  }

  @Override
  public void onCall(LuaFunction function) {}

  @Override
  public void onCall(LuaClosure function, Varargs varargs, LuaValue[] stack) {}

  @Override
  public void onReturn() {}

  @Override
  public String traceback(int level) {
    return "";
  }

  /** Lets the script end. */
  void end() {
    ends = true;
  }

  boolean ends() {
    return ends;
  }

  /** Notes that the script has ended. Returns file and line. */
  String ended() {
    End end = first;
    String where = end == null ? "" : end.place();
    place.complete(where);
    return where;
  }

  /** Waits for the end. Returns file and line; empty: it has not ended, or they are not known. */
  String place(long nanos) {
    try {
      return place.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
