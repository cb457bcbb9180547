package io.stallmark.lua;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** As in sysbench, which ignores the result of what the script does not declare. */
  @Test
  void declaredCommandThatReturnsFalse_fails() throws Exception {
    String script =
        file(
            """
            function no() return false end
            verify, cleanup, event = no, no, no
            sysbench.cmdline.commands = {
              prepare = { no },
              all = { no, sysbench.cmdline.PARALLEL_COMMAND },
              well = { function() end }
            }
            """);
    for (String command : List.of("prepare", "all")) {
      Calls.Result result = call(H2, script, "lua", command);
      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.lastError()).contains(command + "() of ", "script.lua has returned false");
    }
    Calls.Result verified = call(H2, script, "verify", "lua");
    assertThat(verified.exit()).isEqualTo(1);
    assertThat(verified.out() + verified.err()).contains("verify() of ", "has returned false");
    call(H2, script, "lua", "well").well();
    call(H2, script, "lua", "cleanup").well();
  }

  /** With file and line, as in sysbench. */
  @Test
  void caughtErrorOfAStatement_isAText() throws Exception {
    execute(H2, "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
    String script =
        file(
            """
            function event()
              con = con or sysbench.sql.driver():connect()
              local well, e = pcall(function()
                con:query("INSERT INTO t VALUES (1)")
              end)
              assert(not well and type(e) == "string", type(e))
              assert(e:find("script.lua:4: SQL error, errno = 23505, state = '23505'", 1, true), e)
              assert(con.sql_errno == 23505 and con.sql_state == "23505")
            end
            """);
    call(H2, script, "run", "lua", "--events", "9").well();
  }

  /** With the code of the server, not as an error of the script. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "error(e)",
        "error('insert: ' .. e, 0)",
        "coroutine.wrap(function() error(e) end)()",
        "error(select(2, xpcall(function() error(e) end, function(m) return 'again: ' .. m end)))"
      })
  void errorThatAScriptPassesOn_isOneOfTheDatabase(String passing) throws Exception {
    execute(H2, "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
    String script =
        file(
            """
            n = 0
            function event()
              con = con or sysbench.sql.driver():connect()
              n = n + 1
              if n <= 200 then return end
              local well, e = pcall(con.query, con, "INSERT INTO t VALUES (1)")
              %s
            end
            """
                .formatted(passing));
    Calls.Result run = call(H2, script, "run", "lua", "--threads", "1", "--events", "250");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out() + run.err()).contains("23505").doesNotContain("SQL error, errno");
  }
}
