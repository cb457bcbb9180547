package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands import and export on tables that Stallmark did not create. */
@Docker
final class ImportExportIT {

  /** Most types of the server, names that are keywords, and a computed column. */
  private static final String TABLE =
      "CREATE TABLE bench.`order` (id BIGINT PRIMARY KEY AUTO_INCREMENT, `key` VARCHAR(20) NOT NULL,"
          + " price DECIMAL(30,4), d DATE, t DATETIME(6), ts TIMESTAMP NULL, b BLOB, f DOUBLE,"
          + " fl FLOAT, u BIGINT UNSIGNED, tiny TINYINT(1), e ENUM('a','b'), j JSON,"
          + " g INT AS (tiny + 1) STORED, y YEAR, bin BINARY(4), tm TIME(3),"
          + " c CHAR(5) CHARACTER SET latin1, l VARCHAR(5) CHARACTER SET latin1)"
          + " DEFAULT CHARACTER SET utf8mb4";

  private static final List<String> ROWS =
      List.of(
          "'a\\tb\\nc\\\\d', 12345678901234567890123456.5, '2024-02-29',"
              + " '2024-02-29 12:34:56.123456', '2024-01-01 00:00:00', x'00ff0a095c', 1.1, 0.1,"
              + " 18446744073709551615, 5, 'b', '{\"a\": [1, \"x\"]}', 2024, x'01020304',"
              + " '-12:34:56.789', _utf8mb4'é', _utf8mb4'ü\\tß'",
          "_utf8mb4'ünï☃😀'" + ", NULL".repeat(16),
          "'', 0, '1000-01-01', '9999-12-31 23:59:59.999999', NULL, '', -1e300, 1e30, 0, -128,"
              + " 'a', 'null', 1970, x'00', '838:59:59', '', ''");

  @TempDir private Path directory;

  private Program program(Server server) {
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private static String[] line(Server server, String command, String table, String... more) {
    return Program.words(List.of(command, "--url", server.url(), "--table", table), more);
  }

  /** By the runnable jar. */
  private Program.Result run(Server server, String command, String table, String... more) {
    return program(server).run(line(server, command, table, more));
  }

  private Program.Result call(Server server, String command, String table, String... more) {
    return program(server).call(line(server, command, table, more));
  }

  private static void create(Server server) throws SQLException {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute(TABLE);
      for (String row : ROWS) {
        sql.execute(
            "INSERT INTO bench.`order` (`key`, price, d, t, ts, b, f, fl, u, tiny, e, j, y, bin,"
                + " tm, c, l) VALUES ("
                + row
                + ")");
      }
      sql.execute("UPDATE bench.`order` SET id = 0 WHERE id = 3"); // not a request for a new key
    }
  }

  private static List<String> checksums(Server server, String... tables) throws SQLException {
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet found = sql.executeQuery("CHECKSUM TABLE " + String.join(", ", tables))) {
      List<String> sums = new ArrayList<>();
      while (found.next()) {
        sums.add(found.getString(2));
      }
      return sums;
    }
  }

  private void moves(Server server, List<String> files) throws SQLException {
    create(server);
    for (String file : files) {
      server.execute(
          "DROP TABLE IF EXISTS bench.copy", "CREATE TABLE bench.copy LIKE bench.`order`");
      run(server, "export", "order", "--file", file).well();
      run(server, "import", "copy", "--file", file).well();
      List<String> sums = checksums(server, "bench.`order`", "bench.copy");
      assertThat(sums.get(1)).as(file).isNotNull().isEqualTo(sums.get(0));
    }
  }

  @Test
  void everyValueOfATable_comesBackFromAFile() throws Exception {
    moves(SharedServer.MARIADB.emptied().by("mariadb"), List.of("order.tsv", "order.jsonl.gz"));
  }

  @Thorough
  @ParameterizedTest
  @CsvSource({
    "MYSQL, mysql",
    "MYSQL, mariadb",
    "MARIADB, mysql",
    "MARIADB, mariadb",
    "TOKUDB, mariadb"
  })
  void onEveryServer_byEveryDriver(SharedServer which, String scheme) throws Exception {
    moves(
        which.emptied().by(scheme),
        List.of("order.tsv.zst", "order.jsonl", "order.bson", "order.csv.gz"));
  }

  @Test
  void documentsOfAnyFields_comeBackFromAFile() throws Exception {
    Server server = SharedServer.MONGO.emptied();
    try (MongoClient client = MongoClients.create(server.url())) {
      MongoCollection<Document> from = client.getDatabase("bench").getCollection("order");
      from.insertMany(
          List.of(
              new Document("_id", 1).append("a", new Document("b", List.of(1, "x", 2.5))),
              new Document("_id", "two").append("n", Decimal128.parse("1.20")).append("é☃😀", "\t"),
              new Document().append("long", 1L << 60).append("none", null).append("", "\u0000")));
      for (String file : List.of("order.bson.gz", "order.jsonl")) {
        client.getDatabase("bench").getCollection("copy").drop();
        String path = directory.resolve(file).toString();
        call(server, "export", "order", "--file", path).well();
        call(server, "import", "copy", "--file", path, "--journal", path + ".journal").well();
        assertThat(bytes(client, "copy")).as(file).isEqualTo(bytes(client, "order")).hasSize(3);
      }
    }
  }

  @Test
  void fieldsOfDocuments_comeBackFromCsv() throws Exception {
    Server server = SharedServer.MONGO.emptied();
    String columns = "_id,a.b,n:decimal,t:date,yes:boolean,l:json,big:int64,f";
    String path = directory.resolve("fields.csv").toString();
    try (MongoClient client = MongoClients.create(server.url())) {
      MongoCollection<Document> from = client.getDatabase("bench").getCollection("order");
      from.insertMany(
          List.of(
              new Document("_id", 1)
                  .append("a", new Document("b", "5"))
                  .append("n", Decimal128.parse("1.20"))
                  .append("t", new Date(1_700_000_000_123L))
                  .append("yes", true)
                  .append("l", List.of(1, new Document("x", "\"")))
                  .append("big", 7L)
                  .append("f", 0.1),
              new Document("_id", "two, \"x\"\nü😀").append("f", -1e300)));
      call(server, "export", "order", "--columns", columns, "--file", path).well();
      call(server, "import", "copy", "--columns", columns, "--file", path).well();
      assertThat(bytes(client, "copy")).isEqualTo(bytes(client, "order")).hasSize(2);
      call(server, "import", "guessed", "--file", file("g.csv", "_id,a.b,n\n1,x,007\n")).well();
      assertThat(client.getDatabase("bench").getCollection("guessed").find().first())
          .isEqualTo(Document.parse("{_id: 1, a: {b: 'x'}, n: '007'}"));
    }
    Program.Result bare = call(server, "export", "order", "--file", directory + "/bare.csv");
    assertLastLine(bare, 2).contains("needs columns");
  }

  /** As PostgreSQL's COPY … CSV HEADER and MySQL's OPTIONALLY ENCLOSED BY write them. */
  @Test
  void csvOfOtherTools_isRead_andWrongRowsAreNamed() throws Exception {
    Server server = SharedServer.MARIADB.emptied();
    server.execute("CREATE TABLE bench.t (a INT PRIMARY KEY, b VARCHAR(20), c DOUBLE DEFAULT 7)");
    call(server, "import", "t", "--file", file("a.csv", "b,a\r\n\"x\r\ny\",1\r\n,2\r\n\"\",3\r\n"))
        .well();
    String[] odd = {"--header", "off", "--delimiter", ";", "--null", "NULL", "--columns", "a,b"};
    call(
            server,
            "import",
            "t",
            Stream.concat(
                    Stream.of(odd), Stream.of("--file", file("b.csv", "4;NULL\n5;\"NULL\"\n")))
                .toArray(String[]::new))
        .well();
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet rows =
            sql.executeQuery(
                "SELECT GROUP_CONCAT(CONCAT_WS(':', a, IFNULL(HEX(b), '-'), c) ORDER BY a)"
                    + " FROM bench.t")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo("1:780D0A79:7,2:-:7,3::7,4:-:7,5:4E554C4C:7");
    }
    Program.Result wrong =
        call(server, "import", "t", "--file", file("c.csv", "a,b\n6,\"x\ny\"\n7,x,y\n"));
    assertThat(all(wrong)).contains("c.csv, line 4: 3 fields, not 2.");
    Program.Result unknown = call(server, "import", "t", "--file", file("d.csv", "a,z\n1,2\n"));
    assertLastLine(unknown, 2).contains("z");
  }

  private static List<String> bytes(MongoClient client, String collection) {
    List<String> all = new ArrayList<>();
    client
        .getDatabase("bench")
        .getCollection(collection, RawBsonDocument.class)
        .find()
        .map(RawBsonDocument::toString)
        .into(all);
    all.sort(null);
    return all;
  }

  @Test
  void collectionThatDoesNotExist_isImportedButNotExported() throws Exception {
    Server server = SharedServer.MONGO.emptied();
    String out = directory.resolve("out.jsonl").toString();
    assertLastLine(call(server, "export", "nothing", "--file", out), 1)
        .contains("There is no collection nothing");
    assertThat(directory.resolve("out.jsonl")).doesNotExist();
    call(server, "import", "nothing", "--file", file("in.jsonl", "{\"_id\":1}\n")).well();
    call(server, "export", "nothing", "--file", out).well();
    assertThat(directory.resolve("out.jsonl")).hasContent("{\"_id\": 1}");
  }

  @Test
  void wrongFilesAndTables_endInOneLine_andNothingIsOverwritten() throws Exception {
    Server server = SharedServer.MARIADB.emptied();
    create(server);
    assertLastLine(call(server, "import", "nothing", "--file", file("a.tsv", "1\tx\n")), 1)
        .contains("There is no table nothing");
    String[] two = {"--columns", "id,key", "--file"};
    Program.Result bad =
        call(server, "import", "order", two[0], two[1], two[2], file("d.tsv", "7\tx\n8\n9\ty\n"));
    assertThat(bad.exit()).isEqualTo(1);
    assertThat(all(bad)).contains("The import ended early: ", "d.tsv, line 2: 1 values, not 2.");
    String there = directory.resolve("a.tsv").toString();
    Program.Result duplicate = call(server, "import", "order", two[0], two[1], two[2], there);
    assertLastLine(duplicate, 1).contains("Duplicate entry '1'");
    assertLastLine(call(server, "export", "order", "--file", there), 1)
        .contains("a.tsv exists already");
    assertThat(Files.readString(directory.resolve("a.tsv"))).isEqualTo("1\tx\n");
    String[] drop = {
      "drop", "import", "--yes", "--url", server.url(), "-p", "table=order", "-p", "file=" + there
    };
    assertLastLine(program(server).call(drop), 2).contains("import declares no tables");
  }

  private static org.assertj.core.api.AbstractStringAssert<?> assertLastLine(
      Program.Result result, int exit) {
    assertThat(result.exit()).as(all(result)).isEqualTo(exit);
    return assertThat(result.lastError());
  }

  private static String all(Program.Result result) {
    return result.out() + result.err();
  }

  private String file(String name, String content) throws Exception {
    return Files.writeString(directory.resolve(name), content, StandardCharsets.UTF_8).toString();
  }

  @Thorough
  @ParameterizedTest
  @CsvSource({"MARIADB", "MONGO"})
  void killedImport_resumes_withoutAMissingOrADuplicateRow(SharedServer which) throws Exception {
    Server server = which.emptied();
    int rows = 100_000;
    String lines =
        IntStream.range(0, rows)
            .mapToObj(i -> "{\"_id\":" + i + ",\"text\":\"" + "x".repeat(1000) + "\"}\n")
            .collect(Collectors.joining());
    String file = file("t.jsonl", lines);
    Path journal = directory.resolve("j");
    String[] arguments = {
      "import",
      "--url",
      server.url(),
      "--table",
      "t",
      "--file",
      file,
      "--journal",
      journal.toString(),
      "--batch",
      "500"
    };
    do { // again, if it was complete before it was killed
      Files.deleteIfExists(journal);
      createEmpty(which.emptied());
      Program.Running running = program(server).start(arguments);
      running.until(() -> Files.exists(journal) && Files.size(journal) >= 1000);
      running.kill();
    } while (Files.readString(journal).contains("complete"));
    Program.Result resumed = program(server).call(arguments);
    resumed.well();
    assertThat(all(resumed)).contains("An earlier import with this journal had imported");
    assertThat(count(server)).isEqualTo(rows);
    assertLastLine(program(server).call(arguments), 1).contains("All rows are imported already");
  }

  private static void createEmpty(Server server) throws SQLException {
    if (!server.url().startsWith("mongodb:")) {
      server.execute("CREATE TABLE bench.t (_id INT PRIMARY KEY, text VARCHAR(2000))");
    }
  }

  private static long count(Server server) throws SQLException {
    if (server.url().startsWith("mongodb:")) {
      try (MongoClient client = MongoClients.create(server.url())) {
        return client.getDatabase("bench").getCollection("t").countDocuments();
      }
    }
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet found = sql.executeQuery("SELECT COUNT(*) FROM bench.t")) {
      found.next();
      return found.getLong(1);
    }
  }

  @Test
  void emptyTable_isExportedAndImported_andAFileThatCannotBeReadIsTheLastLine() throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    server.execute("CREATE TABLE bench.empty (id INT PRIMARY KEY, t VARCHAR(20))");
    String file = directory.resolve("empty.tsv").toString();
    call(server, "export", "empty", "--file", file).well();
    call(server, "import", "empty", "--file", file).well();
    Files.writeString(directory.resolve("marked.tsv"), "\ufeff1\tx\n");
    Program.Result marked =
        call(server, "import", "empty", "--file", directory.resolve("marked.tsv").toString());
    assertThat(marked.exit()).isEqualTo(1);
    assertThat(marked.lastError()).contains("marked.tsv, line 1", "byte order mark");
  }
}
