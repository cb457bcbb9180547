package io.stallmark.lua.state;

import io.stallmark.lua.sql.LuaCall;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JseIoLib;

/**
 * Files, programs and variables of the environment, without the password. A program that a script
 * starts does not get it either.
 */
final class SystemFunctions {

  private static final String SECRETS = "STALLMARK";
  private static final int EXIT_FACTOR = 256; // of the status that C's system() returns

  private SystemFunctions() {}

  static void install(Globals globals) {
    globals.load(new Files());
    LuaTable os = globals.get("os").checktable();
    LuaValue variables = os.get("getenv");
    LuaCall.add(
        os,
        "getenv",
        args -> isSecret(args.checkjstring(1)) ? LuaValue.NIL : variables.call(args.arg1()));
    LuaCall.add(os, "execute", args -> LuaValue.valueOf(execute(args.optjstring(1, ":"))));
    LuaCall.refuse(os, "exit", "os.exit() is not supported: return true from event()");
    // The last one finds classes of Java, which see everything.
    globals.get("package").get("searchers").set(3, LuaValue.NIL);
  }

  private static boolean isSecret(String variable) {
    return variable.toUpperCase(Locale.ROOT).startsWith(SECRETS);
  }

  /**
   * Executes a command of the shell, as LuaJIT does. What it prints goes to the stream of errors.
   */
  private static int execute(String command) {
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", "eval \"$1\" 1>&2", "sh", command);
    shell.environment().keySet().removeIf(SystemFunctions::isSecret);
    try {
      return shell.inheritIO().start().waitFor() * EXIT_FACTOR;
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /** Opens files and programs. */
  private static final class Files extends JseIoLib {

    @Override
    protected File openFile(
        String name, boolean read, boolean append, boolean update, boolean binary)
        throws IOException {
      Path path = Path.of(name).toAbsolutePath().normalize();
      if (path.startsWith("/proc") && path.endsWith("environ")) {
        throw new FileNotFoundException(name + ": a script does not see the password");
      }
      return super.openFile(name, read, append, update, binary);
    }

    @Override
    protected File openProgram(String program, String mode) throws IOException {
      return super.openProgram("env -u STALLMARK_PASSWORD " + program, mode);
    }
  }
}
