package io.stallmark.lua.state;

import io.stallmark.lua.sql.LuaCall;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JseIoLib;

/**
 * Files, programs, the time and variables of the environment, without the password. A program that
 * a script starts does not get it either, but it has the user's rights.
 */
final class SystemFunctions {

  private static final String SECRETS = "STALLMARK";

  /** Files of a process, or of one of its threads, that have passwords. */
  private static final Pattern SECRET_FILE =
      Pattern.compile("/proc/\\d+/(task/\\d+/)?(environ|cmdline)");

  /** Scripts of the shell that execute a command as LuaJIT does, with and without its output. */
  private static final String COMMAND = "eval \"$1\"";

  private static final String SHOWN_COMMAND = COMMAND + " 1>&2"; // documents stay whole
  private static final int EXIT_FACTOR = 256; // of the status that C's system() returns

  private SystemFunctions() {}

  static void install(Globals globals) {
    globals.load(new ScriptFiles());
    LuaTable os = globals.get("os").checktable();
    LuaValue variables = os.get("getenv");
    LuaCall.add(
        os,
        "getenv",
        args -> isSecret(args.checkjstring(1)) ? LuaValue.NIL : variables.call(args.arg1()));
    LuaCall.add(os, "execute", args -> LuaValue.valueOf(execute(args.optjstring(1, ":"))));
    LuaCall.refuse(os, "exit", "os.exit() is not supported: return true from event()");
    LuaValue time = os.get("time"); // with milliseconds
    LuaCall.add(
        os, "time", args -> LuaValue.valueOf(Math.floor(time.call(args.arg1()).todouble())));
    LuaCall.add(os, "date", DateFunction::date);
    LuaCall.add(
        os,
        "difftime",
        args -> LuaValue.valueOf((double) (args.checklong(1) - args.optlong(2, 0))));
    // The last one finds classes of Java, which see everything.
    globals.get("package").get("searchers").set(3, LuaValue.NIL);
  }

  private static boolean isSecret(String variable) {
    return variable.toUpperCase(Locale.ROOT).startsWith(SECRETS);
  }

  private static ProcessBuilder shell(String script, String command) {
    ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", script, "sh", command).inheritIO();
    shell.environment().keySet().removeIf(SystemFunctions::isSecret);
    return shell;
  }

  private static int execute(String command) {
    try {
      return shell(SHOWN_COMMAND, command).start().waitFor() * EXIT_FACTOR;
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /** Opens files and programs. */
  private static final class ScriptFiles extends JseIoLib {

    @Override
    protected File openFile(
        String name, boolean read, boolean append, boolean update, boolean binary)
        throws IOException {
      Path path = Path.of(name);
      if (Files.exists(path) && SECRET_FILE.matcher(path.toRealPath().toString()).matches()) {
        throw new FileNotFoundException(name + ": a script does not see the password");
      }
      return super.openFile(name, read, append, update, binary);
    }

    @Override
    protected File openProgram(String program, String mode) throws IOException {
      return new Pipe(
          mode.equals("w")
              ? shell(SHOWN_COMMAND, program).redirectInput(Redirect.PIPE).start()
              : shell(COMMAND, program).redirectOutput(Redirect.PIPE).start());
    }

    /** What a program prints or reads. luaj's own starts no shell. */
    private final class Pipe extends File {

      private final Process program;
      private final PushbackInputStream printed;
      private boolean closed;

      Pipe(Process program) {
        this.program = program;
        printed = new PushbackInputStream(program.getInputStream());
      }

      @Override
      public void write(LuaString text) throws IOException {
        program.getOutputStream().write(text.m_bytes, text.m_offset, text.m_length);
      }

      @Override
      public void flush() throws IOException {
        program.getOutputStream().flush();
      }

      @Override
      public int read() throws IOException {
        return printed.read();
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return printed.read(bytes, offset, length);
      }

      @Override
      public int peek() throws IOException {
        int next = printed.read();
        if (next >= 0) {
          printed.unread(next);
        }
        return next;
      }

      @Override
      public int remaining() {
        return -1; // not known
      }

      @Override
      public int seek(String option, int bytes) {
        throw new LuaError("a program has no position");
      }

      @Override
      public void setvbuf(String mode, int size) {}

      @Override
      public boolean isstdfile() {
        return false;
      }

      @Override
      public boolean isclosed() {
        return closed;
      }

      /** Waits for the program, as C's pclose(). */
      @Override
      public void close() throws IOException {
        closed = true;
        printed.close();
        try {
          program.getOutputStream().close();
        } catch (IOException e) {
          // the program has ended without reading all
        }
        try {
          program.waitFor();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
