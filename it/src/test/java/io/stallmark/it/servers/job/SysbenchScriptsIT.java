package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Required;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The scripts of Debian's package sysbench, unchanged, on servers; and sysbench beside them. */
@Docker
final class SysbenchScriptsIT {

  /** User, host, port and database. */
  private static final Pattern URL = Pattern.compile("\\w+://([^@:]+)[^@]*@([^:/]+):(\\d+)/(\\w+)");

  private static final Path SCRIPTS = Path.of("/usr/share/sysbench");

  /** Scripts on the tables that oltp_common.lua makes, without that of the page. */
  private static final List<String> OLTP =
      List.of(
          "oltp_delete",
          "oltp_insert",
          "oltp_point_select",
          "oltp_read_only",
          "oltp_update_index",
          "oltp_update_non_index",
          "oltp_write_only");

  /** Prints values as a script computes and reads them. */
  private static final String VALUES =
      """
      function prepare()
        local con = sysbench.sql.driver():connect()
        print(3.14159265358979, 1e100, 2^53, 1/3 .. "", 1e15, "x" .. 2^31)
        print(con:query_row("SELECT '%s', NULL, 1.50, 7"))
        local rs = con:query("SELECT 1 AS a UNION ALL SELECT 2 ORDER BY 1")
        print(rs.nrows, rs.nfields, rs:fetch_row()[1], rs:fetch_row()[1], rs:fetch_row())
        con:query("CREATE TABLE noted (a DOUBLE PRECISION, b VARCHAR(20))")
        con:query("INSERT INTO noted VALUES (" .. 2/3 .. ", '" .. 1e-7 .. "')")
        print(con:query_row("SELECT b FROM noted"))
        con:query("DROP TABLE noted")
        print(pcall(function() return sysbench.rand.uniform(3, 3), sysbench.rand.string("a-b") end))
        local _, e = pcall(function() con:query("SELECT * FROM nothere") end)
        print(e:match("%%a+.lua:%%d+: SQL error, errno = %%d+, state = '%%w+'"))
      end
      function event() end
      """
          .formatted("ü😀");

  @TempDir Path directory;

  @BeforeEach
  void requirePackage() {
    boolean there = Files.isRegularFile(SCRIPTS.resolve("oltp_common.lua"));
    String how = "the package sysbench is missing: it/containers.sh installs it";
    assumeTrue(!Required.unless(there, how).isDisabled(), how);
  }

  private Program program(Server server) {
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private static long rows(Server server, String table) throws SQLException {
    boolean postgresql = server.url().startsWith("postgresql:");
    try (Connection root = postgresql ? server.postgresqlRoot("bench") : server.root();
        Statement statement = root.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private String well(Server server, String command, String script, String... more) {
    List<String> line = new ArrayList<>(List.of(command, "lua", "--file", script));
    line.addAll(List.of("--url", server.url()));
    line.addAll(List.of(more));
    Program.Result result = program(server).call(line.toArray(String[]::new));
    assertThat(result.exit()).as(script + result.out() + result.err()).isZero();
    return result.out();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL"})
  void scriptsOfThePackage_areRunUnchanged(SharedServer shared) throws SQLException {
    Server server = shared.emptied();
    String[] tables = {"--tables=2", "--table_size=1000"};
    well(server, "load", OLTP.get(0), tables);
    for (String script : OLTP) {
      String run =
          well(server, "run", script, "--threads", "4", "--events", "200", tables[0], tables[1]);
      assertThat(run).as(script).contains("_sbtest").doesNotContain("other_");
    }
    well(server, "drop", OLTP.get(0), "--yes", tables[0]);
    for (String script : List.of("select_random_points", "select_random_ranges")) {
      well(server, "load", script, "--table-size=1000");
      well(server, "run", script, "--threads", "4", "--events", "200", "--table-size=1000");
      well(server, "drop", script, "--yes");
    }
    well(server, "load", "bulk_insert", "--threads", "2");
    well(server, "run", "bulk_insert", "--threads", "2", "--events", "120000");
    assertThat(rows(server, "sbtest1") + rows(server, "sbtest2")).isEqualTo(120_000);
    well(server, "drop", "bulk_insert", "--threads", "2", "--yes");
    String left = "information_schema.tables WHERE table_schema IN ('bench', 'public')";
    assertThat(rows(server, left)).isZero();
  }

  /** Those of oltp_read_write, with fewer rows and events. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL"})
  void commandsOfThePage_areExecuted(SharedServer shared) throws Exception {
    Server server = shared.emptied();
    List<String> lines =
        Files.readString(Path.of("../docs/from-sysbench.md"))
            .lines()
            .filter(line -> line.contains("--file oltp_read_write.lua"))
            .toList();
    assertThat(lines).hasSize(3);
    for (String line : lines) {
      String small =
          line.strip()
              .replace("./stallmark ", "")
              .replaceFirst("mysql://\\S+", Matcher.quoteReplacement(server.url()))
              .replace("=100000", "=1000")
              .replace("--warmup 10", "--warmup 0 --events 200");
      Program.Result result = program(server).call(small.split(" "));
      assertThat(result.exit()).as(small + result.out() + result.err()).isZero();
    }
  }

  /** What sysbench prints is what Stallmark prints. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void values_areThoseOfSysbench(SharedServer shared) throws Exception {
    Server server = shared.emptied();
    String script = Files.writeString(directory.resolve("values.lua"), VALUES).toString();
    Matcher url = URL.matcher(server.url());
    assertThat(url.lookingAt()).as(server.url()).isTrue();
    String driver = server.url().startsWith("postgresql") ? "pgsql" : "mysql";
    List<String> line = new ArrayList<>(List.of("sysbench", script, "--db-driver=" + driver));
    line.add("--" + driver + "-host=" + url.group(2));
    line.add("--" + driver + "-port=" + url.group(3));
    line.add("--" + driver + "-user=" + url.group(1));
    Path secret = directory.resolve("secret"); // not into the process list
    Files.writeString(secret, driver + "-password=" + server.password() + "\n");
    line.add("--config-file=" + secret);
    line.add("--" + driver + "-db=" + url.group(4));
    line.add("prepare");
    Process sysbench = new ProcessBuilder(line).redirectErrorStream(true).start();
    String expected = new String(sysbench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(sysbench.waitFor()).as(expected).isZero();
    Program.Result result =
        program(server).run("lua", "prepare", "--file", script, "--url", server.url()).well();
    assertThat(result.err().lines().filter(each -> !each.isBlank()).toList())
        .hasSize(6)
        .isEqualTo(expected.lines().skip(1).filter(SysbenchScriptsIT::isOfTheScript).toList());
  }

  private static boolean isOfTheScript(String printed) {
    return !printed.isBlank() && !printed.startsWith("FATAL: "); // sysbench's own
  }

  /** Each driver counts the parameters too. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL"})
  void comments_haveNoParameters(SharedServer shared) throws Exception {
    String script =
        Files.writeString(
                directory.resolve("comments.lua"),
                """
                function prepare()
                  local con = sysbench.sql.driver():connect()
                  local st = con:prepare("SELECT /* don't ? */ 1 + ? -- won't ?\\n")
                  local six = st:bind_create(sysbench.sql.type.INT)
                  st:bind_param(six)
                  six:set(6)
                  assert(tonumber(st:execute():fetch_row()[1]) == 7)
                end
                function event() end
                """)
            .toString();
    well(shared.emptied(), "load", script);
  }

  @ParameterizedTest
  @CsvSource({
    "MARIADB, ROLLBACK WORK TO SAVEPOINT a",
    "MARIADB, COMMIT AND CHAIN",
    "MYSQL, ROLLBACK TO a",
    "POSTGRESQL, ROLLBACK TRANSACTION TO SAVEPOINT a",
    "POSTGRESQL, END AND CHAIN"
  })
  void restartedEvent_isRolledBack_ifItsTransactionGoesOn(SharedServer shared, String statement)
      throws Exception {
    Server server = shared.emptied();
    String script =
        Files.writeString(
                directory.resolve("restarted.lua"),
                """
                n = 0
                function prepare()
                  sysbench.sql.driver():connect():query("CREATE TABLE noted (id INT)")
                end
                function event()
                  con = con or sysbench.sql.driver():connect()
                  first = first or con:query_row("SELECT COUNT(*) FROM noted")
                  n = n + 1
                  con:query("BEGIN")
                  con:query("SAVEPOINT a")
                  con:query("%s")
                  con:query("INSERT INTO noted VALUES (1)")
                  if n %% 2 == 1 then error({ errcode = sysbench.error.RESTART_EVENT }) end
                  con:query("COMMIT")
                  assert(con:query_row("SELECT COUNT(*) FROM noted") - first == n / 2)
                end
                """
                    .formatted(statement))
            .toString();
    well(server, "load", script);
    well(server, "run", script, "--events", "10", "--threads", "1");
  }

  /** Whatever a script and a program that it starts can print of the environment. */
  @Test
  void script_seesNoPassword() throws Exception {
    Server server = SharedServer.MARIADB.emptied();
    String script =
        Files.writeString(
                directory.resolve("curious.lua"),
                """
                function prepare()
                  os.execute("env")
                  print(io.popen("env"):read("*a"))
                  print(io.open("/proc/self/cmdline"), os.getenv("STALLMARK_PASSWORD"))
                  print(io.open("/dev/fd/../environ"), os.getenv("STALLMARK_CLUSTER_KEY"))
                  for name, value in pairs(sysbench.opt) do print(name, value) end
                end
                function event() end
                """)
            .toString();
    String[] line = {"lua", "prepare", "--file", script, "--url", server.url()};
    Map<String, String> secrets =
        Map.of("STALLMARK_PASSWORD", server.password(), "STALLMARK_CLUSTER_KEY", "k3y-c@nary");
    Program.Result result = new Program(directory, secrets).run(line).well();
    assertThat(result.err())
        .contains("PATH=", "mysql_password\t\n", "mysql_db\tbench\n", "mysql_user\tbench\n")
        .doesNotContain(server.password(), "k3y-c@nary");
  }

  /** An endless event does not keep the program from ending. */
  @Test
  void endlessScript_isInterrupted() throws Exception {
    Server server = SharedServer.MARIADB.emptied();
    String script =
        Files.writeString(
                directory.resolve("endless.lua"),
                "function event() print('begun')\n while true do end\n end")
            .toString();
    Program.Running run =
        program(server).start("run", "lua", "--file", script, "--url", server.url());
    run.until(() -> run.err().contains("begun"));
    new ProcessBuilder("kill", "-INT", "" + run.process().pid()).start().waitFor();
    assertThat(run.finish().exit()).isEqualTo(130);
  }
}
