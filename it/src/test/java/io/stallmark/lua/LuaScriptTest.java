package io.stallmark.lua;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of sysbench on databases in this JVM. */
final class LuaScriptTest extends LuaFileTest {

  private static final String TRANSFER =
      """
      sysbench.cmdline.options = { accounts = {"Number of accounts", 10} }

      function prepare()
        local con = sysbench.sql.driver():connect()
        con:query("CREATE TABLE account (id INT PRIMARY KEY, balance INT, name VARCHAR(20))")
        con:query("CREATE TABLE history (client INT, amount DOUBLE PRECISION, note VARCHAR(9))")
        con:bulk_insert_init("INSERT INTO account VALUES")
        for i = 1, sysbench.opt.accounts do
          con:bulk_insert_next(string.format("(%d, 100, 'näme😀 %d')", i, i))
        end
        con:bulk_insert_done()
      end

      function cleanup()
        local con = sysbench.sql.driver():connect()
        con:query("DROP TABLE account")
        con:query("DROP TABLE history")
      end

      function verify()
        local con = sysbench.sql.driver():connect()
        local left = con:query_row("SELECT SUM(balance) FROM account")
        local events = con:query_row("SELECT COUNT(*) FROM history")
        assert(left + events == 100 * sysbench.opt.accounts, left .. " and " .. events)
      end

      sysbench.cmdline.commands = {
        mark = { function()
          local con = sysbench.sql.driver():connect()
          con:query("INSERT INTO history VALUES (" .. sysbench.tid .. ", -1, 'mark')")
        end, sysbench.cmdline.PARALLEL_COMMAND }
      }

      function thread_init()
        con = sysbench.sql.driver():connect()
        insert = con:prepare("INSERT INTO history VALUES (?, ?, ?)")
        client = insert:bind_create(sysbench.sql.type.INT)
        amount = insert:bind_create(sysbench.sql.type.DOUBLE)
        note = insert:bind_create(sysbench.sql.type.VARCHAR, 4)
        insert:bind_param(client, amount, note)
      end

      function event()
        local id = sysbench.rand.uniform(1, sysbench.opt.accounts)
        kind = id % 2 == 0 and "even" or "odd one"
        con:query("BEGIN")
        local balance, name = con:query_row("SELECT balance, name FROM account WHERE id = " .. id)
        assert(name == "näme😀 " .. id)
        local rs = con:query("SELECT id, NULL FROM account WHERE id <= 2 ORDER BY id")
        assert(rs.nrows == 2 and rs.nfields == 2)
        assert(rs:fetch_row()[1] == "1" and rs:fetch_row()[2] == nil and rs:fetch_row() == nil)
        assert(con:query("UPDATE account SET balance = balance - 1 WHERE id = " .. id).nrows == 1)
        client:set(sysbench.tid)
        amount:set(1.5)
        if kind == "even" then note:set("too long") else note:set(nil) end
        insert:execute()
        con:query("COMMIT")
      end
      """;

  @ParameterizedTest
  @ValueSource(strings = {H2, "sqlite:"})
  void script_makesItsTables_isRun_andDropsThem(String url) throws Exception {
    String script = file(TRANSFER);
    call(url, script, "load", "lua", "--accounts=4").well();
    String[] run = {"run", "lua", "--threads", "1", "--events", "300", "--verbose"};
    List<String> words = new ArrayList<>(List.of(run));
    words.addAll(List.of("-p", "kind=kind", "--", "--accounts=4"));
    Calls.Result result = call(url, script, words.toArray(String[]::new)).well();
    assertThat(result.out())
        .contains("even", "odd_one", "select_account", "select_account_2", "update_account")
        .contains("insert_history", "begin", "commit");
    assertThat(document())
        .contains(
            "\"text\" : \"select balance, name from account where id = ?\"",
            "\"text\" : \"insert into history values (?)\"");
    assertThat(result.err()).contains("There is no warm-up: ", "--warmup 10");
    long events = Long.parseLong(execute(url, "SELECT COUNT(*) FROM history").get(0));
    assertThat(events).as("the rehearsal and the run").isBetween(301L, 500L);
    assertThat(execute(url, "SELECT SUM(balance) FROM account"))
        .containsExactly(Long.toString(400 - events));
    assertThat(execute(url, "SELECT DISTINCT amount FROM history")).containsExactly("1.5");
    assertThat(execute(url, "SELECT DISTINCT note FROM history WHERE note IS NOT NULL"))
        .containsExactly("too ");
    assertThat(call(url, script, "verify", "lua", "--accounts=4").well().out())
        .contains("verify() of", "has ended without an error.");
    call(url, script, "lua", "mark", "--threads", "2").well();
    assertThat(execute(url, "SELECT COUNT(*) FROM history WHERE note = 'mark'"))
        .containsExactly("2");
    Calls.Result damaged = call(url, script, "verify", "lua", "--accounts=4");
    assertThat(damaged.exit()).isNotZero();
    assertThat(damaged.out() + damaged.err())
        .contains("script.lua:24: " + (400 - events) + " and ");
    call(url, script, "drop", "lua", "--yes").well();
    call(url, script, "lua", "prepare").well();
    assertThat(execute(url, "SELECT COUNT(*) FROM account")).containsExactly("10");
  }

  @Test
  void help_needsNoDatabase() throws Exception {
    Calls calls = new Calls(directory);
    String script = file(TRANSFER);
    assertThat(calls.run("lua", "help", "--file", script).well().out())
        .contains("Options of ", "  --accounts=10", "Number of accounts");
    String own = file("function help() error('helped') end\nfunction event() end");
    assertThat(calls.run("lua", "help", "--file", own).lastError())
        .contains("script.lua:1: helped");
    assertThat(calls.run("lua", "prepare", "--file", script).lastError()).contains("--url");
  }

  /** bulk_insert of sysbench makes a table for each thread. */
  @ParameterizedTest
  @CsvSource({"'', 4", "' --threads=3', 3"})
  void commandOfOneWorker_knowsTheNumberOfThreads(String option, String count) throws Exception {
    String script =
        file(
            """
            function each(statement)
              local con = sysbench.sql.driver():connect()
              for i = 1, sysbench.opt.threads do con:query(statement:format(i)) end
            end
            function prepare() each("CREATE TABLE t%d (id INT)") end
            function cleanup() each("DROP TABLE t%d") end
            function event() end
            """);
    String tables = "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME LIKE 'T_'";
    call(H2, script, words("load lua" + option).toArray(String[]::new)).well();
    assertThat(execute(H2, tables)).containsExactly(count);
    call(H2, script, words("drop lua --yes" + option).toArray(String[]::new)).well();
    assertThat(execute(H2, tables)).containsExactly("0");
  }

  @Test
  void optionsOfAScript_areFound_whereverItsWorkloadStands() throws Exception {
    String script =
        file(
            """
            sysbench.cmdline.options = { a = {"", 1}, b = {"", 1} }
            function event() assert(sysbench.opt.a == 3 and sysbench.opt.b == 2) end
            """);
    String[] run = {
      "run", "--verbose", "--threads", "2", "lua", "--a=3", "-D", "b=2", "--events", "9"
    };
    assertThat(call(H2, script, run).well().out()).contains("define=a=3;; b=2");
  }

  /** Also before the run, in init() and in the rehearsal. */
  @Test
  void everyPartOfAScript_knowsTheNumberOfThreads() throws Exception {
    String script =
        file(
            """
            function right() assert(sysbench.opt.threads == 3 and num_threads == 3) end
            init = right
            thread_init = right
            event = right
            """);
    call(H2, script, "run", "lua", "--threads", "3", "--events", "9").well();
  }

  /** The interface of version 0.5. */
  @Test
  void olderScript_isRun() throws Exception {
    String script =
        file(
            """
            function prepare()
              db_connect()
              db_query("CREATE TABLE t (id INT)")
              db_bulk_insert_init("INSERT INTO t VALUES")
              for i = 1, rows do db_bulk_insert_next("(" .. i .. ")") end
              db_bulk_insert_done()
              db_disconnect()
            end
            function thread_init(id)
              assert(id == thread_id and num_threads >= 1 and db_driver == "mysql")
            end
            function event(id)
              local rs = db_query("UPDATE t SET id = id WHERE id = " .. sb_rand_uniform(1, rows))
              assert(#sb_rand_str("##@") == 3 and test ~= nil)
              local unique, most = {}, 0
              for i = 1, 50 do
                most = math.max(most, sb_rnd())
                local number = sb_rand_uniq(2^30, 2^31)
                assert(number >= 2^30 and number <= 2^31 and not unique[number])
                unique[number] = true
              end
              assert(most > 2^31 and most < 2^32 and sb_rand_uniq() ~= sb_rand_uniq())
              assert(DB_ERROR_RESTART_TRANSACTION == 1 and DB_ERROR_FAILED == 2)
            end
            """);
    call(H2, script, "load", "lua", "--rows=7").well();
    assertThat(execute(H2, "SELECT COUNT(*) FROM t")).containsExactly("7");
    call(H2, script, "run", "lua", "--rows=7", "--threads", "2", "--events", "99").well();
  }

  /** A restarted event draws other values, as in sysbench: it would fail for ever else. */
  @Test
  void restartedEvent_drawsAnew_andIsARetry() throws Exception {
    String script =
        file(
            """
            restarts = 0
            sysbench.hooks.before_restart_event = function(e) restarts = restarts + 1 end
            function event()
              if sysbench.rand.uniform(1, 3) == 1 then
                error({ errcode = sysbench.error.RESTART_EVENT })
              end
            end
            """);
    Calls.Result run = call(H2, script, "run", "lua", "--events", "300").well();
    assertThat(run.out()).contains("no errors").doesNotContain("no retries");
  }

  /** The client's is given out again. */
  @Test
  void connectionsOfAnEvent_areClosedForTheNext() throws Exception {
    String script =
        file(
            """
            function event()
              local drv = sysbench.sql.driver()
              for i = 1, 2 do drv:connect():query("SELECT 1") end
              local c = drv:connect()
              c:disconnect()
              assert(not pcall(function() c:query("SELECT 1") end))
            end
            """);
    call(H2, script, "run", "lua", "--events", "200", "--threads", "2").well();
  }

  @Test
  void rowsThatAScriptDoesNotRead_areCounted() throws Exception {
    String script =
        file(
            """
            function event()
              local con = sysbench.sql.driver():connect()
              local rs = con:query("SELECT 1 UNION ALL SELECT 2")
              assert(rs.nrows == 2)
              assert(con:query_row("SELECT 7") == "7")
              local well, error = pcall(rs["fetch" .. "_row"], rs)
              assert(not well and string.find(tostring(error), "no word of the script"))
            end
            """);
    call(H2, script, "run", "lua", "--events", "9").well();
  }

  @Test
  void rowsThatCodeOfElsewhereReads_areThere() throws Exception {
    String script =
        file(
            """
            first = loadstring("return function(rs) return rs:fetch_row()[1] end")()
            function event()
              assert(first(sysbench.sql.driver():connect():query("SELECT 5")) == "5")
            end
            """);
    call(H2, script, "run", "lua", "--events", "9").well();
  }

  @Test
  void event_endsTheRun_byAResult() throws Exception {
    String script = file("n = 0\nfunction event() n = n + 1; return n == 250 end");
    Calls.Result run = call(H2, script, "run", "lua", "--threads", "1", "--seconds", "100").well();
    assertThat(run.out()).contains("script.lua");
  }

  /** Errors that the rehearsal finds, before anything is measured. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          function event()~ nothere(1)~end      | script.lua:2: attempt to call nil, in: nothere(1)
          function event()~ x.y = 1~end         | script.lua:2: index expected, got nil, in: x.y = 1
          function event()~ error("no more")~end| script.lua:2: no more
          function event()~ os.exit(1)~end      | script.lua:2: os.exit() is not supported
          function event()~ ffi.C.getpid()~end  | script.lua:2: ffi.C.getpid is not supported
          function event()~ ffi.new("int")~end  | script.lua:2: ffi.new is not supported
          function event() return event() + 1~end| stack overflow
          function event()~ sysbench.rand.uniform_uint64()~end| script.lua:2: sysbench.rand.uniform_uint64
          function prepare() end                | has no function event()
          function event()~ db_query("SELECT * FROM nothere")~end| script.lua:2: Table "NOTHERE" not found
          function event()~ db_query("SELECT * FROM nothere")~end| 'stallmark load lua' makes the tables
          function thread_init()~ db_query("SELECT 1 FROM no")~end function event() end| script.lua:2: Table "NO" not found
          function thread_init()~ db_query("SELECT 1 FROM no")~end function event() end| 'stallmark load lua' makes
          function event() error({errcode = sysbench.error.RESTART_EVENT}) end| restarts the event
          """)
  void failingEvent_isNamed_withFileAndLine(String script, String message) throws Exception {
    Calls.Result run = call(H2, file(script.replace('~', '\n')), "run", "lua", "--events", "5");
    assertThat(run.exit()).isNotZero();
    assertThat(run.lastError()).contains("script.lua", message);
  }

  /** As on a server that refused, which sysbench says with exit code 1, and with the place. */
  @Test
  void tablesThatExist_failPrepare_withFileAndLine() throws Exception {
    String script = file(TRANSFER);
    call(H2, script, "lua", "prepare").well();
    Calls.Result again = call(H2, script, "lua", "prepare");
    assertThat(again.exit()).isEqualTo(3);
    assertThat(again.err().lines()).hasSize(1);
    assertThat(again.lastError()).contains("script.lua:5: Table \"ACCOUNT\" already exists");
  }

  @Test
  void wrongUse_isNamed() throws Exception {
    assertThat(new Calls(directory).run("run", "lua", "--url", at(H2)).lastError())
        .contains("lua needs a script: give --file");
    String script = file(TRANSFER);
    assertThat(call(H2, script, "run", "lua", "--acounts=3").lastError())
        .contains("has no option --acounts: did you mean accounts?");
    assertThat(call(H2, script, "lua", "clean").lastError())
        .contains("the script has no command 'clean': did you mean cleanup?");
    String plain = file("function event() end");
    assertThat(call(H2, plain, "verify", "lua").lastError()).contains("lua declares no tables");
    assertThat(call(H2, plain, "run", "lua", "--verify").lastError())
        .contains("The script has no function verify()");
    assertThat(new Calls(directory).run("explain", "lua", "--file", plain).well().out())
        .contains("its statements are known only in a run");
  }

  @Test
  void scripts_startPrograms_asLuaJitDoes_butDoNotReachJava() throws Exception {
    String script =
        file(
            """
            assert(luajava == nil and type(debug) ~= "table")
            assert(not pcall(require, "org.luaj.vm2.lib.jse.LuajavaLib"))
            for _, name in ipairs {"self/../self/environ", "thread-self/environ", "self/cmdline"} do
              local file, reason = io.open("/proc/" .. name)
              assert(file == nil and string.find(reason, "does not see the password"))
            end
            assert(io.open("/dev/fd/../environ") == nil)
            assert(os.execute([[test 'a b' = "a b" && exit 3]]) == 768)
            local shell = io.popen([[echo "a  b" | sed 's/a/%d/'; echo $((1 + 1)) $0]])
            assert(shell:read("*l") == "%d  b" and shell:read("*a") == "2 sh\\n" and shell:close())
            local copy = os.tmpname()
            local cat = io.popen("cat > " .. copy, "w")
            cat:write("x", 1)
            assert(cat:close() and io.open(copy):read("*a") == "x1")
            os.remove(copy)
            function event() end
            """);
    call(H2, script, "run", "lua", "--events", "9").well();
  }

  /** A script does not see the password, and what it prints is not part of a document. */
  @Test
  void document_isWhole_thoughTheScriptPrints() throws Exception {
    String script =
        file(
            """
            assert(os.getenv("STALLMARK_PASSWORD") == nil)
            assert(sysbench.opt.mysql_password == "")
            function event() print("printed"); io.write("written") end
            """);
    Calls.Result run = call(H2, script, "run", "lua", "--events", "9", "--json").well();
    assertThat(run.out()).startsWith("{").endsWith("}\n").doesNotContain("printed");
  }
}
