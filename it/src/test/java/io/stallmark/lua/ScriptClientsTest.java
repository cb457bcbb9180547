package io.stallmark.lua;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import org.junit.jupiter.api.Test;

/** What the clients of a script open, send and close, from the rehearsal to the end of a run. */
final class ScriptClientsTest extends LuaFileTest {

  /** As bulk_insert of sysbench, but with one table. */
  private static final String BULK =
      """
      size = 0
      function prepare()
        sysbench.sql.driver():connect():query("CREATE TABLE t (id INT PRIMARY KEY, k INT)")
      end
      function thread_init() con = sysbench.sql.driver():connect() end
      function event()
        if size == 0 then con:bulk_insert_init("INSERT INTO t VALUES") end
        size = size + 1
        con:bulk_insert_next("(" .. size .. "," .. size .. ")")
      end
      function thread_done()
        con:bulk_insert_done()
        con:disconnect()
      end
      """;

  private String count() throws Exception {
    return execute(H2, "SELECT COUNT(*) FROM t").get(0);
  }

  /** The clients insert the same rows as the rehearsal, which only names their statement. */
  @Test
  void rowsOfTheRehearsal_areNotInserted() throws Exception {
    String script = file(BULK);
    call(H2, script, "load", "lua").well();
    call(H2, script, "run", "lua", "--threads", "1", "--events", "300").well();
    assertThat(count()).isEqualTo("300");
    assertThat(document()).contains("\"text\" : \"insert into t values (?)\"");
  }

  @Test
  void rowsThatCannotBeInserted_failTheRun() throws Exception {
    String script = file(BULK);
    call(H2, script, "load", "lua").well();
    execute(H2, "INSERT INTO t VALUES (250, 1)");
    Calls.Result run = call(H2, script, "run", "lua", "--threads", "1", "--events", "300");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.lastError()).contains("thread_done() has failed: ", "script.lua:12: ");
    assertThat(count()).isEqualTo("1");
  }

  /** A client that has had no event ends an insert that has not begun, as sysbench allows. */
  @Test
  void moreClientsThanEvents_endWell() throws Exception {
    String script = file(BULK);
    call(H2, script, "load", "lua").well();
    call(H2, script, "run", "lua", "--threads", "4", "--events", "1").well();
    assertThat(count()).isEqualTo("1");
  }

  @Test
  void reconnect_opensAnotherSession() throws Exception {
    String script =
        file(
            """
            function thread_init()
              con = sysbench.sql.driver():connect()
              other = sysbench.sql.driver():connect()
            end
            function event()
              for _, each in ipairs({con, other}) do
                local old = each:prepare("SELECT 1")
                each:query("SET @a = 5")
                assert(each:query_row("SELECT @a") == "5")
                assert(each:reconnect())
                assert(each:query_row("SELECT @a") == nil)
                assert(not pcall(old.execute, old))
              end
              local open = con:query_row("SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS")
              assert(tonumber(open) < 12, open)
            end
            """);
    call(H2, script, "run", "lua", "--events", "100", "--threads", "2").well();
  }

  @Test
  void textWithoutALength_isRefused() throws Exception {
    String script =
        file(
            """
            function event()
              local st = sysbench.sql.driver():connect():prepare("SELECT CAST(? AS VARCHAR)")
              local well, e = pcall(st.bind_create, st, sysbench.sql.type.VARCHAR)
              assert(not well and e:find("a text needs its greatest length"), e)
            end
            """);
    call(H2, script, "run", "lua", "--events", "9").well();
  }

  @Test
  void whatAnEventHasOpened_canBeKept() throws Exception {
    String script =
        file(
            """
            opened = {}
            function event()
              con = con or sysbench.sql.driver():connect()
              other = other or sysbench.sql.driver():connect()
              one = one or other:prepare("SELECT 1")
              local i = #opened < 99 and #opened + 1 or 1
              opened[i] = opened[i] or con:prepare("SELECT 1")
              opened[i]:execute()
              one:execute()
              con:query("SELECT 1")
              other:query("SELECT 1")
            end
            """);
    call(H2, script, "run", "lua", "--events", "900", "--threads", "2").well();
  }

  @Test
  void whatEventsDoNotClose_isClosed() throws Exception {
    String script =
        file(
            """
            all = {}
            function event()
              local drv = sysbench.sql.driver()
              local a, b = drv:connect(), drv:connect()
              all[#all + 1] = b:prepare("SELECT 1")
              all[#all]:execute()
              assert(#all == 1 or not pcall(all[#all - 1].execute, all[#all - 1]))
              local open = a:query_row("SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS")
              assert(tonumber(open) < 9, open)
            end
            """);
    call(H2, script, "run", "lua", "--events", "300", "--threads", "2").well();
  }

  @Test
  void statementsOfEvents_areClosed_oldestFirst() throws Exception {
    String script =
        file(
            """
            all = {}
            function thread_init() con = sysbench.sql.driver():connect() end
            function event()
              all[#all + 1] = con:prepare("SELECT 1")
              all[math.max(1, #all - 99)]:execute()
              local old = all[#all - 100]
              assert(old == nil or not pcall(old.execute, old))
            end
            """);
    call(H2, script, "run", "lua", "--events", "300", "--threads", "1").well();
  }

  /** On each connection of the script. */
  @Test
  void restartedEvent_isRolledBack() throws Exception {
    execute(H2, "CREATE TABLE t (id INT)");
    String script =
        file(
            """
            n = 0
            function event()
              a = a or sysbench.sql.driver():connect()
              b = b or sysbench.sql.driver():connect()
              first = first or b:query_row("SELECT COUNT(*) FROM t")
              n = n + 1
              b:query("/* of b */ BEGIN")
              b:query("INSERT INTO t VALUES (1)")
              if n % 2 == 1 then error({ errcode = sysbench.error.RESTART_EVENT }) end
              b:query("COMMIT")
              assert(b:query_row("SELECT COUNT(*) FROM t") - first == n / 2)
            end
            """);
    call(H2, script, "run", "lua", "--events", "100", "--threads", "1").well();
  }

  @Test
  void restartedEvent_isRolledBack_alsoAfterASavepoint() throws Exception {
    execute(H2, "CREATE TABLE t (id INT)");
    String script =
        file(
            """
            n = 0
            function event()
              con = con or sysbench.sql.driver():connect()
              first = first or con:query_row("SELECT COUNT(*) FROM t")
              n = n + 1
              con:query("BEGIN")
              con:query("SAVEPOINT a")
              con:query("INSERT INTO t VALUES (1)")
              con:query("ROLLBACK /* not all */ TO SAVEPOINT a")
              con:query("INSERT INTO t VALUES (1)")
              if n % 2 == 1 then error({ errcode = sysbench.error.RESTART_EVENT }) end
              con:query("COMMIT")
              assert(con:query_row("SELECT COUNT(*) FROM t") - first == n / 2)
            end
            """);
    call(H2, script, "run", "lua", "--events", "10", "--threads", "1").well();
  }

  @Test
  void closedConnection_isRolledBack_alsoAfterAPreparedBegin() throws Exception {
    execute(H2, "CREATE TABLE t (id INT)");
    String script =
        file(
            """
            function event()
              local con = sysbench.sql.driver():connect()
              con:prepare("-- of con\\nBEGIN"):execute()
              con:prepare("INSERT INTO t VALUES (1)"):execute()
              con:disconnect()
              sysbench.sql.driver():connect():query("COMMIT")
            end
            """);
    call(H2, script, "run", "lua", "--events", "50", "--threads", "1").well();
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void comments_areNoPartOfAStatement() throws Exception {
    String script =
        file(
            """
            function event()
              local con = sysbench.sql.driver():connect()
              local st = con:prepare("SELECT /* don't ? */ CAST(? AS INT) -- ?")
              local value = st:bind_create(sysbench.sql.type.INT)
              st:bind_param(value)
              value:set(7)
              assert(st:execute():fetch_row()[1] == "7")
            end
            """);
    call(H2, script, "run", "lua", "--events", "9").well();
  }

  @Test
  void misspeltKind_isNamed() throws Exception {
    String script = file("function event() trx = 'pay' end");
    Calls.Result run = call(H2, script, "run", "lua", "--events", "9", "-p", "kind=trxx");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.lastError())
        .contains("no event of ", "has set the global trxx", "did you mean trx?");
  }

  @Test
  void optionsCanBeEmpty_andTheLastCounts() throws Exception {
    String script =
        file(
            """
            sysbench.cmdline.options = { engine = {"Engine", "innodb"}, table_size = {"Rows", 1} }
            function event() assert(sysbench.opt.engine == "" and sysbench.opt.table_size == 3) end
            """);
    String[] run = {"run", "lua", "--events", "9", "--engine=", "--table-size=2", "--table_size=3"};
    call(H2, script, run).well();
    assertThat(call(H2, script, "run", "lua", "-D", "=1").lastError())
        .contains("-D takes NAME=VALUE, not '=1'");
  }
}
