package io.stallmark.lua.watch;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.OneArgFunction;

/**
 * Where the thread of a state is. Written by that thread; another one reads whether it still is
 * where it was.
 */
public final class ScriptActivity {

  private static final int OUTSIDE = 0;
  private static final int SCRIPT = 1;
  private static final int DATABASE = 2;
  private static final int PLACES = 4;

  private static final LuaValue SAME =
      new OneArgFunction() {
        @Override
        public LuaValue call(LuaValue message) {
          return message;
        }
      };

  private final Globals globals;
  private volatile long moves; // number of changes times 4, plus the place
  private volatile String name = "";
  private long seen; // of the reader
  private long since;

  /**
   * Creates the activity of a thread that is outside.
   *
   * @param globals of the script
   */
  public ScriptActivity(Globals globals) {
    this.globals = globals;
  }

  private void move(int place) {
    moves = (moves / PLACES + 1) * PLACES + place; // only one thread writes
  }

  /**
   * Notes that the thread enters the script.
   *
   * @param what of the script
   */
  public void enter(String what) {
    name = what;
    move(SCRIPT);
  }

  /** Notes that the script has returned. */
  public void leave() {
    move(OUTSIDE);
  }

  /** Notes that the script waits for the database from now on. */
  public void asks() {
    move(DATABASE);
  }

  /** Notes that the database has answered. */
  public void answered() {
    move(SCRIPT);
  }

  /**
   * Where the script was when it was ended, on the thread of the script; null: nobody has ended it.
   */
  public @Nullable String ended() {
    return globals.debuglib instanceof ScriptHalt halt && halt.ends()
        ? name + " was ended at " + halt.ended()
        : null;
  }

  /**
   * Lets the interpreter ask before each instruction whether the script is to end, for what is not
   * measured. A compiled loop that has never done anything else does not look for a later hook.
   */
  void watch() {
    globals.debuglib = new ScriptHalt();
    globals.running.errorfunc = SAME; // else a hook adds a line to the messages of errors
  }

  /**
   * Lets the next instruction of the script fail, and all that follow. A script that is measured
   * gets its hook here, because one costs time. Called by another thread.
   */
  ScriptHalt halt() {
    ScriptHalt halt = globals.debuglib instanceof ScriptHalt there ? there : new ScriptHalt();
    halt.end();
    globals.debuglib = halt;
    return halt;
  }

  /** What of the script was entered last. */
  String name() {
    return name;
  }

  /** Whether the thread executes the script now. */
  boolean inScript() {
    return moves % PLACES == SCRIPT;
  }

  /** Whether the script has not returned: the thread executes it, or waits for its statement. */
  boolean inside() {
    return moves % PLACES != OUTSIDE;
  }

  /**
   * Nanoseconds since the first call that found the thread where it is, in the script; 0: it is not
   * in the script. Called by one thread.
   */
  long unreturned(long now) {
    long current = moves;
    if (current != seen || current % PLACES != SCRIPT) {
      seen = current;
      since = now;
    }
    return now - since;
  }
}
