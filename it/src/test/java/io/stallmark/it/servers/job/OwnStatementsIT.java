package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The file of the page about own statements, on servers. */
@Docker
final class OwnStatementsIT {

  private static final Pattern FILE = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");

  @TempDir Path directory;

  private Program program(Server server) {
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private Program.Result call(Server server, String command, String... more) {
    return program(server)
        .call(Program.words(List.of(command, "own", "--url", server.url()), more));
  }

  private String bank() throws Exception {
    Matcher file = FILE.matcher(Files.readString(Path.of("../docs/own-statements.md")));
    assertThat(file.find()).isTrue();
    String small = file.group(1).replace("100000000", "2000000").replace("100000", "2000");
    return Files.writeString(directory.resolve("bank.yaml"), small).toString();
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MARIADB", "POSTGRESQL", "MONGO"})
  void fileOfThePage_isLoadedRunVerifiedAndDropped(SharedServer shared) throws Exception {
    Server server = shared.emptied();
    String[] file = {"--file", bank()};
    call(server, "load", file).well();
    call(server, "run", "--file", bank(), "--threads", "4", "--events", "1000").well();
    JsonNode run = program(server).runJson();
    assertThat(run.toString()).contains("transfer", "withdraw", "deposit");
    assertThat(call(server, "verify", file).well().out())
        .contains("The number of the check total is 2,000,000.");
    assertThat(call(server, "drop", "--yes", "--file", bank()).well().out())
        .contains("Dropped 2 tables of own: account, journal");
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MARIADB", "POSTGRESQL"})
  void refusedStatement_leavesNoTable(SharedServer shared) throws Exception {
    Server server = shared.emptied();
    Path file = Path.of(bank());
    Files.writeString(file, Files.readString(file).replace("SET balance = balance -", "SET b ="));
    Program.Result result = call(server, "run", "--file", file.toString(), "--events", "10");
    assertThat(result.exit()).isNotZero();
    assertThat(result.err()).contains("key transactions.transfer.steps");
    assertThat(call(server, "verify", "--file", file.toString()).err())
        .contains("There are no tables to verify");
  }

  @Thorough
  @Test
  void localAgents_shareTheRun() throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    String[] run = {"run", "own", "--url", server.url(), "--file", bank(), "--threads", "4"};
    Program.Result result =
        program(server)
            .run(Program.words(List.of(run), "--events", "400", "--local-agents", "2", "--verify"))
            .well();
    assertThat(result.err()).contains("Agents: local-0, local-1");
    assertThat(result.out()).contains("The number of the check total is 2,000,000.");
  }

  /** Types and names that a statement must treat in a way of the database. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MARIADB", "POSTGRESQL"})
  void firstFile_runsOnATableOfAnyNamesAndTypes(SharedServer shared) throws Exception {
    Server server = shared.emptied();
    String quote = shared == SharedServer.POSTGRESQL ? "\"" : "`";
    String uuid = shared == SharedServer.MYSQL ? "CHAR(36)" : "UUID";
    String json =
        switch (shared) {
          case POSTGRESQL -> "JSONB";
          case MYSQL -> "JSON";
          default -> "TEXT";
        };
    String table =
        "CREATE TABLE 'Mixed Case' ('Row Id' INT PRIMARY KEY, 'order' "
            + uuid
            + ", active BOOLEAN NOT NULL, extra "
            + json
            + ", placed TIMESTAMP NULL)";
    String script =
        "function prepare()\nlocal con = sysbench.sql.driver():connect()\n"
            + "con:query([["
            + table.replace("'", quote)
            + "]])\ncon:query([[INSERT INTO 'Mixed Case' ('Row Id', active)".replace("'", quote)
            + " VALUES (7, true)]])\nend\nfunction event() end";
    String made = Files.writeString(directory.resolve("make.lua"), script).toString();
    program(server).call("lua", "prepare", "--url", server.url(), "--file", made).well();
    Path file = directory.resolve("first.yaml");
    String[] init = {"own", "init", "--url", server.url(), "--table", "Mixed Case"};
    Program.Result written = program(server).call(init).well();
    Files.writeString(file, written.out());
    call(server, "run", "--file", file.toString(), "--events", "20").well();
    Files.writeString(file, written.out().replaceAll("(?m)^#(?=  )", ""));
    call(server, "run", "--file", file.toString(), "--events", "60").well();
  }

  /** Values of an enum are texts, and the server is not told that they are. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MARIADB", "POSTGRESQL"})
  void textIsForAColumnOfAnyType_andFirstFileHasTheWordsOfAnEnum(SharedServer shared)
      throws Exception {
    Server server = shared.emptied();
    boolean named = shared == SharedServer.POSTGRESQL;
    String words = "ENUM ('new', 'paid', 'sent')";
    String script =
        "function prepare()\nlocal con = sysbench.sql.driver():connect()\n"
            + (named ? "con:query([[CREATE TYPE \"State\" AS " + words + "]])\n" : "")
            + "con:query([[CREATE TABLE orders (id INT PRIMARY KEY, state "
            + (named ? "\"State\"" : words)
            + ", note VARCHAR(9))]])\n"
            + "con:query([[INSERT INTO orders VALUES (7, 'new', 'a'), (8, 'paid', 'b')]])\nend\n"
            + "function event() end";
    String made = Files.writeString(directory.resolve("make.lua"), script).toString();
    program(server).call("lua", "prepare", "--url", server.url(), "--file", made).well();
    String[] init = {"own", "init", "--url", server.url(), "--table", "orders"};
    String first = program(server).call(init).well().out();
    assertThat(first).contains("state: words:new,paid\n", "note: text:@@@@@@@@\n");
    Path file = directory.resolve("first.yaml");
    Files.writeString(file, first.replaceAll("(?m)^#(?=  )", ""));
    call(server, "run", "--file", file.toString(), "--events", "60").well();
    String[] update = {
      "--sql", "UPDATE orders SET state = :state WHERE id = :id", "-p", "state=words:new,sent", "-p"
    };
    call(server, "run", Program.words(List.of(update), "id=words:7,8", "--events", "60")).well();
  }

  @Test
  void command_isRunOnACollectionThatExists() throws Exception {
    Server server = SharedServer.MONGO.emptied();
    call(server, "load", "--file", bank()).well();
    String[] find = {
      "--command", "{find: account, filter: {_id: \":id\"}}", "-p", "id=uniform:1..2000"
    };
    String[] line = new String[find.length + 2];
    System.arraycopy(find, 0, line, 0, find.length);
    line[find.length] = "--events";
    line[find.length + 1] = "200";
    assertThat(call(server, "run", line).well().out()).contains("200");
    assertThat(call(server, "load", find).err()).contains("own declares no tables");
  }
}
