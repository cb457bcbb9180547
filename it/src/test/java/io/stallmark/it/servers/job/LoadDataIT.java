package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.images.builder.Transferable;

/** A server's LOAD DATA with its defaults is the judge of what import reads from the same file. */
@Docker
final class LoadDataIT {

  private static final long SEED = 35;
  private static final int ROWS = 3_000;
  private static final int MOST_PIECES = 6;

  private static final String TABLE =
      " (id INT PRIMARY KEY, t VARCHAR(200), b VARBINARY(200), n BIGINT, d DOUBLE)"
          + " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";

  /** Columns of the other types, each with odd values that strict mode accepts. */
  private static final Map<String, List<String>> OTHERS =
      Map.ofEntries(
          Map.entry("y YEAR", List.of("0", "00", "0000", "1", "69", "70", "99", "1901", "2155")),
          Map.entry("c DECIMAL(12,2)", List.of("0", "-0", "-1.5", ".5", "5.", "1e3", "0012.30")),
          Map.entry("q FLOAT", List.of("0", "0.1", "1e-3", "16777217", "-3.4e38")),
          Map.entry("u BIGINT UNSIGNED", List.of("0", "007", "18446744073709551615")),
          Map.entry("i TINYINT", List.of("-128", "127", "0", "-0", "01")),
          Map.entry("a DATE", List.of("2024-02-29", "20240229", "24-1-2", "0099-01-01", "700101")),
          Map.entry("m TIME(2)", List.of("1", "12:3", "-838:59:59", "1 2:3:4", "112233.456", "0")),
          Map.entry(
              "z DATETIME(3)", List.of("2024-1-2 3:4:5", "20240102030405.0006", "2024-01-02")),
          Map.entry("e ENUM('a','0','2','')", List.of("a", "0", "2", "1", "", "A")),
          Map.entry("s SET('x','y')", List.of("", "x", "y,x", "x,x", "3", "X")),
          Map.entry("j JSON", List.of("1", "\"1\"", "[1, 2.50]", "{\"b\":1,\"a\":null}", " 1")),
          Map.entry("k CHAR(4)", List.of("", "a", "a  ", " a", "\\0")),
          Map.entry("x BINARY(3)", List.of("", "a", "a ", "\\0", "a\\0")));

  /** Parts of texts, each character a byte: escapes, and bytes that mean something elsewhere. */
  private static final List<String> TEXTS =
      Stream.concat(
              Stream.of("a", "N", "NULL", " ", "\r", "'", "\"", ",", "\b", "\1", "\32", "\177"),
              Stream.of("\u00c3\u00a9", "\u00f0\u009f\u0098\u0080") // of several bytes
                  .flatMap(each -> Stream.of(each, "\\" + each)))
          .toList();

  private static final List<String> ESCAPED =
      Stream.of(
              "\\", "t", "n", "r", "b", "0", "Z", "N", "x", "'", "\"", "v", "%", "\t", "\n", "\r",
              "\1")
          .map(each -> "\\" + each)
          .toList();

  /**
   * Bytes that are no text. MySQL loads them in this character set only, also in binary columns.
   */
  private static final List<String> BYTES =
      List.of("\u0080", "\u00ff", "\u00c3", "\u00e2\u0082", "\\\u00ff", "\\\u00c3");

  private static final String BINARY = " CHARACTER SET binary";

  private static final List<String> INTEGERS =
      List.of("0", "-1", "007", "9223372036854775807", "-9223372036854775808", "\\N");
  private static final List<String> REALS =
      List.of("0", "1.5", "-1e300", "2.5e-7", ".5", "5.", "1E5", "0.1", "\\N");

  @TempDir private Path directory;
  private Server server;
  private String table = TABLE;

  private static String text(Random random, List<String> pieces) {
    if (random.nextInt(8) == 0) {
      return "\\N";
    }
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(MOST_PIECES); i > 0; i--) {
      text.append(any(random, pieces));
    }
    return text.toString();
  }

  private static String any(Random random, List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Rows of any combinations, the last one without a line feed. */
  private static String odd(List<String> further) {
    Random random = new Random(SEED);
    List<String> texts = Stream.of(TEXTS, ESCAPED).flatMap(List::stream).toList();
    List<String> bytes = Stream.of(texts, further).flatMap(List::stream).toList();
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          String.join(
              "\t",
              Integer.toString(i),
              text(random, texts),
              text(random, bytes),
              any(random, INTEGERS),
              any(random, REALS)));
    }
    return String.join("\n", rows);
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MARIADB"})
  void file_hasTheSameRowsForTheServerAndForImport(SharedServer which) throws Exception {
    begin(which);
    same(odd(List.of()), "");
    same(odd(BYTES), BINARY);
    String written = place("written");
    execute("SELECT * INTO OUTFILE '" + written + "' FROM bench.theirs");
    Path file = directory.resolve("written.tsv");
    server.container().copyFileFromContainer(written, file.toString());
    assertThat(imported(Files.readString(file, StandardCharsets.ISO_8859_1))).isEmpty();
    assertThat(sum("ours")).isEqualTo(sum("theirs"));
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MARIADB"})
  void valuesOfOtherTypes_areTheSameForTheServerAndForImport(SharedServer which) throws Exception {
    begin(which);
    List<String> columns = List.copyOf(OTHERS.keySet());
    table = "(id INT PRIMARY KEY, " + String.join(", ", columns) + ") CHARACTER SET utf8mb4";
    StringBuilder file = new StringBuilder();
    for (int row = 0; row < 12; row++) {
      file.append(row);
      for (String column : columns) {
        List<String> values = OTHERS.get(column);
        file.append('\t').append(values.get(row % values.size()));
      }
      file.append('\n');
    }
    assertThat(loaded(file.toString(), "")).isEmpty();
    assertThat(imported(file.toString())).isEmpty();
    SoftAssertions softly = new SoftAssertions();
    for (String column : columns) {
      String name = column.substring(0, column.indexOf(' '));
      String values = "SELECT GROUP_CONCAT(QUOTE(" + name + ") ORDER BY id) FROM bench.";
      softly
          .assertThat(single(values + "ours", 1))
          .as(column)
          .isEqualTo(single(values + "theirs", 1));
    }
    softly.assertAll();
  }

  /** LOAD DATA reads a file in the character set of the database, import in UTF-8. */
  private void begin(SharedServer which) throws SQLException {
    server = which.emptied();
    execute("ALTER DATABASE bench CHARACTER SET utf8mb4");
  }

  private void same(String file, String options) throws Exception {
    assertThat(loaded(file, options)).isEmpty();
    assertThat(imported(file)).isEmpty();
    assertThat(sum("ours")).isEqualTo(sum("theirs"));
  }

  /** What import does not read as the server does, it refuses with the line. */
  @Thorough
  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MARIADB"})
  void line_isReadAsTheServerReadsIt_orRefused(SharedServer which) throws Exception {
    begin(which);
    List<String> wrong = new ArrayList<>();
    for (String line :
        List.of(
            "2\tx\\",
            "2",
            "2\tx\ty\t1",
            "2\tx\ty\t1\t1\t",
            "2\tx\ty\t1\t1\tz\n",
            "\n3\tx\ty\t1\t1",
            "2\tx\ty\t1\t1\r\n3\tx\ty\t1\t1\r\n",
            "2\t\t\t1\t1",
            "2\tx\ty\t\t1",
            "2\tx\ty\t1\t",
            "\\N\tx\ty\t1\t1",
            "2\tx\\N\ty\t1\t1",
            "2\t\\Nx\t\\\\N\t1\t1",
            "2\tNULL\ty\t1\t1",
            "2\t\u00ff\ty\t1\t1",
            "2\tx\0x\ty\t1\t1",
            "2\tx\ty\\\0\t1\t1",
            "2\tx\ty\t\\1\t1",
            "2\tx\ty\t+1\t+1",
            "2\tx\ty\t 1\t 1",
            "2\tx\ty\t1 \t1 ",
            "2\tx\ty\t1.5\t1",
            "2\tx\ty\t1e2\t1",
            "2\tx\ty\t0x10\t1",
            "2\tx\ty\t9223372036854775808\t1",
            "2\tx\ty\t1\t0x1p3",
            "2\tx\ty\t1\t1d",
            "2\tx\ty\t1\t1f",
            "2\tx\ty\t1\tNaN",
            "2\tx\ty\t1\tInfinity",
            "2\tx\ty\t1\t1e400",
            "2\tx\ty\t1\t-",
            "2\tx\ty\t-\t1",
            "2\tx\ty\t00000000000000000000001\t1")) {
      String file = "1\tx\ty\t1\t1\n" + line;
      String refused = loaded(file, "");
      String ours = imported(file);
      boolean well =
          ours.isEmpty()
              ? refused.isEmpty() && sum("ours").equals(sum("theirs"))
              : !refused.isEmpty() || ours.contains("ours.tsv, line 2");
      if (!well) {
        wrong.add(line + ": the server: " + refused + "; import: " + ours);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Loads a file into an empty table. Returns why the server refuses it; empty: it does not. */
  private String loaded(String file, String options) throws Exception {
    String place = place("theirs");
    server
        .container()
        .copyFileToContainer(Transferable.of(file.getBytes(StandardCharsets.ISO_8859_1)), place);
    execute("DROP TABLE IF EXISTS bench.theirs", "CREATE TABLE bench.theirs" + table);
    try {
      execute("LOAD DATA INFILE '" + place + "' INTO TABLE bench.theirs" + options);
      return "";
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private String imported(String file) throws Exception {
    execute("DROP TABLE IF EXISTS bench.ours", "CREATE TABLE bench.ours" + table);
    Path path = directory.resolve("ours.tsv");
    Files.writeString(path, file, StandardCharsets.ISO_8859_1);
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Program.Result result =
        program.call(
            Program.words(
                "import --table ours --batch 70",
                "--url",
                server.url(),
                "--file",
                path.toString()));
    return result.exit() == 0 ? "" : result.exit() + ": " + result.out() + result.err();
  }

  /** A file of the server that it may read and write. */
  private String place(String name) throws SQLException {
    String directory = single("SELECT COALESCE(NULLIF(@@secure_file_priv, ''), '/tmp')", 1);
    return directory.replaceFirst("/$", "") + "/" + name + System.nanoTime();
  }

  private String sum(String table) throws SQLException {
    return single("CHECKSUM TABLE bench." + table, 2);
  }

  private String single(String query, int column) throws SQLException {
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet found = sql.executeQuery(query)) {
      found.next();
      return found.getString(column);
    }
  }

  private void execute(String... statements) throws SQLException {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      for (String each : statements) {
        sql.execute(each);
      }
    }
  }
}
