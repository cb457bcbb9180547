package io.stallmark.lua;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import org.junit.jupiter.api.Test;

/** How the functions of a script fail, and what a script sees of its statements' errors. */
final class ScriptErrorsTest extends LuaFileTest {

  @Test
  void failingEndOfTheRehearsal_isNamed_beforeTheRun() throws Exception {
    String script = file("function event() end\nfunction thread_done() error('no end') end");
    Calls.Result run = call(H2, script, "run", "lua", "--events", "9");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.lastError()).contains("script.lua:2: no end");
  }

  @Test
  void restartAtTheEndOfTheRehearsal_isNamed() throws Exception {
    String script =
        file(
            """
            function event() end
            function thread_done() error({ errcode = sysbench.error.RESTART_EVENT }) end
            """);
    assertThat(call(H2, script, "run", "lua", "--events", "9").lastError())
        .contains("script.lua, thread_done(): The script restarts the event");
  }

  @Test
  void failureOfDone_isAWarning() throws Exception {
    String script = file("function event() end\nfunction done() error('not done') end");
    assertThat(call(H2, script, "run", "lua", "--events", "9").well().err())
        .contains("Warning: done() has failed: ", "script.lua:2: not done.");
  }
}
