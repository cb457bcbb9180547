package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Scripts of pgbench on servers, on the tables that {@code tpcb} has loaded. */
@Docker
final class PgbenchScriptsIT {

  private static final String TRANSFER =
      """
      \\set aid random(1, 100000 * :scale)
      \\set delta random(-5000, 5000)
      BEGIN;
      UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
      SELECT abalance AS balance, bid FROM pgbench_accounts WHERE aid = :aid \\gset its_
      \\if :its_balance >= 0
      UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :its_bid * 10;
      \\else
      UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = 1;
      \\endif
      INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)
        VALUES (1, :its_bid, :aid, :delta, CURRENT_TIMESTAMP);
      END;
      """;

  private static final Pattern SCRIPT = Pattern.compile("(?ms)^```sql\n(.*?)^```$");

  @TempDir Path directory;

  private Program.Result call(Server server, String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--url", server.url()));
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()))
        .call(line.toArray(String[]::new));
  }

  private String file(String name, String script) throws Exception {
    return Files.writeString(directory.resolve(name), script).toString();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void scripts_areRun_andTheSumsFit(SharedServer shared) throws Exception {
    Server server = shared.emptied();
    call(server, "load", "tpcb").well();
    String look =
        file(
            "look.sql",
            "SELECT abalance * CAST(:half AS DECIMAL(9, 2)) FROM pgbench_accounts WHERE aid = :scale;");
    String transfer = file("transfer.sql", TRANSFER);
    Program.Result run =
        call(
                server,
                "run",
                "pgbench",
                "--file",
                transfer + "@3",
                "--file",
                look,
                "-D",
                "scale=1",
                "-D",
                "half=0.5",
                "--threads",
                "4",
                "--events",
                "1000",
                "--verbose")
            .well();
    Program.Result verified = call(server, "verify", "tpcb", "-p", "builtin=simple-update");
    assertThat(verified.out()).as("each account has the sum of its history").doesNotContain("aid=");
    assertThat(run.out())
        .contains("transfer", "look", "update_pgbench_accounts", "update_pgbench_tellers_2");
  }

  /** With its scripts, on fewer rows. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void commandsOfThePage_areExecuted(SharedServer shared) throws Exception {
    Server server = shared.emptied();
    String page = Files.readString(Path.of("../docs/from-pgbench.md"));
    List<String> scripts = SCRIPT.matcher(page).results().map(each -> each.group(1)).toList();
    String first = file("a.sql", scripts.get(0));
    String second = file("b.sql", scripts.get(1));
    List<String> lines =
        page.lines()
            .filter(line -> line.startsWith("    ./stallmark "))
            .map(String::strip)
            .toList();
    assertThat(lines).hasSize(3);
    for (String line : lines) {
      String small =
          line.replace("./stallmark ", "")
              .replace("--url postgresql://user@host/db ", "")
              .replace("a.sql", first)
              .replace("b.sql", second)
              .replace("scale=10", "scale=1")
              .replace("--threads 16", "--events 100")
              .replace(" --seconds 60", "");
      call(server, small.split(" ")).well();
    }
  }

  /** What MySQL does not take is named with its line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          START TRANSACTION READ ONLY; END;                                     | before the run
          SELECT count(*) FROM information_schema.schemata \\gset~\\set x :count  | in the run
          SET TRANSACTION READ ONLY; BEGIN; SELECT 2 * 2 AS n \\gset~\\set x :n~END; | never
          """)
  void scriptOnMySql_runs_orIsNamedWithItsLine(String text, String fails) throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    String script = file("my.sql", "SELECT 1;\n" + text.replace('~', '\n'));
    Program.Result run = call(server, "run", "pgbench", "--file", script, "--events", "200");
    assertThat(run.exit() == 0).as(run.err()).isEqualTo(fails.equals("never"));
    assertThat(run.err().contains("my.sql, line 2: ")).as(run.err()).isEqualTo(run.exit() != 0);
    assertThat(run.err().contains("could not continue")).isEqualTo(fails.equals("in the run"));
  }

  @Test
  void columnsWithoutAs_haveTheNamesOfPostgreSql() throws Exception {
    String script =
        file(
            "names.sql",
            """
            SELECT CAST(x AS int), sum(x) FILTER (WHERE x > 0), (SELECT max(y) FROM (VALUES (1)) AS s (y)),
              CASE WHEN x > 0 THEN 1 END, CAST(5 AS bigint), 'a'::varchar(3), date '2026-01-31',
              count(*) OVER (), true::boolean, :scale::int
              FROM (VALUES (1)) AS t (x) GROUP BY x \\gset
            SELECT :x, :sum, :max, :case, :int8, :varchar, :date, :count, :bool, :int4;
            """);
    Server server = SharedServer.POSTGRESQL.emptied();
    call(server, "run", "pgbench", "--file", script, "--events", "20").well();
  }

  /** As pgbench does, and not as a value of 64 bits. */
  @Test
  void values_haveTheTypesThatPostgreSqlFinds() throws Exception {
    Server server = SharedServer.POSTGRESQL.emptied();
    String script =
        file(
            "types.sql",
            """
            \\set n 7
            \\set r 7.25
            \\set whole 14 / 2.0
            SELECT left('abcdefgh', :n), chr(60 + :n) || :n, 'x' || :r, date '2026-01-31' - :n::int,
              :r::numeric + :n, :n = :whole, :yes AND true, make_interval(days => :n), :word || :r;
            SELECT left('abcdefgh', :whole) AS part, 12.50 AS price, true AS sure, NULL AS none \\gset
            SELECT :part || 'x', :price::numeric + 1, :sure AND true, coalesce(:none, 1), :price::text;
            SELECT 7::float8 AS seven, 1e10::float8 AS large, 2::real AS two, 1e-7::numeric AS small \\gset
            SELECT left('abcdefgh', :seven) || left('abcdefgh', :two), :large::bigint + 1,
              1 / (:large::text = '10000000000' AND :small::text = '0.0000001')::int;
            \\set price :price * 2
            \\if :sure
            SELECT generate_series(1, :n) LIMIT :n;
            \\endif
            """);
    call(
            server,
            "run",
            "pgbench",
            "--file",
            script,
            "-D",
            "yes=true",
            "-D",
            "word=price",
            "--threads",
            "1",
            "--events",
            "20")
        .well();
  }
}
