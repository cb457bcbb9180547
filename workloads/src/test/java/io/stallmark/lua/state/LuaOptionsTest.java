package io.stallmark.lua.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spec.SpecException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options of a script. */
final class LuaOptionsTest {

  private static final String DECLARED =
      """
      sysbench.cmdline.options = {
        tables = {"Number of tables", 1},
        ["table-size"] = {"Rows", 10000},
        ratio = {"A share", 0.5},
        skip_trx = {"No transactions", false},
        engine = {"Storage engine", "innodb"},
        variant = {"No default"},
        hosts = {"List", {"a", "b"}},
        memory = {"Bytes", "1M", sysbench.cmdline.ARG_SIZE},
        limit = {"Integer", nil, sysbench.cmdline.ARG_INT}
      }
      sysbench.cmdline.commands = {
        warm = {function() end, sysbench.cmdline.PARALLEL_COMMAND},
        look = {function() end}
      }
      function prepare() end
      function sysbench.hooks.report_intermediate(stat) end
      """;

  @TempDir Path directory;

  private LuaState.Declared read(String text, Map<String, String> given) throws Exception {
    return read(text, given, "");
  }

  private LuaState.Declared read(String text, Map<String, String> given, String url)
      throws Exception {
    Path file = directory.resolve("script.lua");
    Files.writeString(file, text);
    return LuaState.declared(LuaScript.read(file.toString()), given, "run", url);
  }

  @Test
  void values_haveTheTypesOfTheDeclaration() throws Exception {
    Map<String, Object> values = read(DECLARED, Map.of()).options().values();
    assertThat(values)
        .containsEntry("tables", 1.0)
        .containsEntry("table_size", 10_000.0)
        .containsEntry("ratio", 0.5)
        .containsEntry("skip_trx", false)
        .containsEntry("engine", "innodb")
        .containsEntry("variant", "")
        .containsEntry("hosts", List.of("a", "b"))
        .containsEntry("memory", 1048576.0)
        .containsEntry("limit", 0.0)
        .containsEntry("rand_type", "special");
  }

  @Test
  void givenValues_replaceTheDefaults_withEitherSpelling() throws Exception {
    Map<String, String> given =
        Map.of(
            "tables",
            "4",
            "table-size",
            "20",
            "skip-trx",
            "on",
            "hosts",
            "x,y,z",
            "memory",
            "2G",
            "rand-type",
            "uniform",
            "engine",
            "rocksdb");
    assertThat(read(DECLARED, given).options().values())
        .containsEntry("tables", 4.0)
        .containsEntry("table_size", 20.0)
        .containsEntry("skip_trx", true)
        .containsEntry("hosts", List.of("x", "y", "z"))
        .containsEntry("memory", 0x1p31)
        .containsEntry("rand_type", "uniform")
        .containsEntry("engine", "rocksdb");
  }

  @Test
  void commandsAndHooks_areFound() throws Exception {
    LuaState.Declared declared = read(DECLARED, Map.of());
    assertThat(declared.commands())
        .containsExactly(
            Map.entry("look", false), Map.entry("prepare", false), Map.entry("warm", true));
    assertThat(declared.warnings()).hasSize(1);
  }

  @Test
  void withoutADeclaration_anyOptionIsAllowed() throws Exception {
    LuaOptions options = read("function event() x(oltp_x) end", Map.of("oltp-x", "7")).options();
    assertThat(options.declared()).isFalse();
    assertThat(options.values()).containsEntry("oltp_x", "7");
  }

  @Test
  void withoutADeclaration_optionsOfModulesAreAllowed() throws Exception {
    Files.writeString(directory.resolve("common.lua"), "function set() rows = oltp_rows or 1 end");
    String script = "function event() end require('common')";
    assertThat(read(script, Map.of("oltp-rows", "7")).options().values())
        .containsEntry("oltp_rows", "7");
  }

  @Test
  void withoutADeclaration_misspeltOptionsAreNamed() {
    String script = "function event() x(oltp_rows) end";
    refused(script, "oltp-row", "7", "script.lua does not use --oltp_row: did you mean oltp_rows?");
    refused(script, "secnds", "600", "script.lua does not use --secnds: did you mean seconds?");
    refused(script, "zzzzzzzzz", "1", "script.lua does not use --zzzzzzzzz");
  }

  @Test
  void ownOptionsOfSysbench_haveTheirTypes() throws Exception {
    Map<String, String> given =
        Map.of("debug", "off", "validate", "off", "db-debug", "on", "db-ps-mode", "auto");
    assertThat(read("function event() end", given).options().values())
        .containsEntry("debug", false)
        .containsEntry("validate", false)
        .containsEntry("db_debug", true)
        .containsEntry("db_ps_mode", "auto");
  }

  @Test
  void optionsOfTheDatabase_areThoseOfItsUrl() throws Exception {
    assertThat(values("mysql://me@db1:3307/shop?socket=/x"))
        .containsEntry("mysql_host", List.of("db1"))
        .containsEntry("mysql_port", List.of("3307"))
        .containsEntry("mysql_user", "me")
        .containsEntry("mysql_db", "shop")
        .containsEntry("mysql_password", "")
        .containsEntry("pgsql_db", "sbtest");
    assertThat(values("jdbc:mariadb:sequential://m%40e:x@[::1]:3307,db2/shop"))
        .containsEntry("mysql_host", List.of("[::1]"))
        .containsEntry("mysql_port", List.of("3307"))
        .containsEntry("mysql_user", "m@e")
        .containsEntry("mysql_db", "shop");
    assertThat(values("postgresql://me@db2/shop"))
        .containsEntry("pgsql_host", "db2")
        .containsEntry("pgsql_port", "5432")
        .containsEntry("pgsql_user", "me")
        .containsEntry("pgsql_db", "shop")
        .containsEntry("mysql_host", List.of("localhost"));
    assertThat(values("h2:file:/tmp/x")).containsEntry("mysql_db", "sbtest");
  }

  private Map<String, Object> values(String url) throws Exception {
    return read("function event() end", Map.of(), url).options().values();
  }

  @Test
  void wrongOptions_areNamed() {
    refused(DECLARED, "tabels", "3", "has no option --tabels: did you mean tables?");
    refused(DECLARED, "tables", "x", "--tables: 'x' is not a number");
    refused(DECLARED, "skip_trx", "maybe", "--skip_trx: 'maybe' is neither on nor off");
    refused(DECLARED, "secnds", "3", "has no option --secnds: did you mean seconds?");
    refused(
        DECLARED, "threads", "3", "--threads is an option of sysbench: give --threads before --");
    refused(DECLARED, "events", "3", "give --events to 'run', before --");
    refused(DECLARED, "rate", "3", "give --rate to 'run', before --");
    refused(DECLARED, "time", "3", "--time is an option of sysbench: give --seconds");
    refused(DECLARED, "mysql-host", "x", "the database is that of --url");
    refused(DECLARED, "db-ps-mode", "disable", "--db-ps-mode is an option of sysbench");
    refused(DECLARED, "db-ps-mode", "disable", "give --protocol text");
    refused(DECLARED, "rand-type", "odd", "--rand-type=odd: there is special, uniform");
  }

  @Test
  void mistakesOfTheFile_areNamedWithTheirLine() {
    refused("x = 1\nfunction event(", "a", "1", "script.lua:2: <name> or '...' expected");
    refused("x = 1\ny = x.z.w", "a", "1", "script.lua:2: attempt to index");
    refused("x = 1\nnothere()", "a", "1", "script.lua:2: attempt to call nil, in: nothere()");
    refused("require('nothere')", "a", "1", "module 'nothere' not found");
    refused("sysbench.sql.driver():connect()", "a", "1", "only read for its options");
  }

  private void refused(String text, String option, String value, String message) {
    assertThatThrownBy(() -> read(text, Map.of(option, value)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }
}
