package io.stallmark.mysql.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class GeneralLogFormatTest {

  private static final String MARIADB = "mariadb-general.log";
  private static final String MYSQL = "mysql-general.log";
  private static final String TIME = "2026-11-23T09:14:20.00000%dZ\t    5 ";

  @TempDir private Path directory;

  private ForeignRecording open(byte[]... logs) throws IOException {
    List<Path> files = new ArrayList<>();
    for (byte[] log : logs) {
      files.add(Files.write(directory.resolve(files.size() + ".log"), log));
    }
    return LogFormat.GENERAL.open(files);
  }

  private ConvertedLog converted(String log) throws IOException {
    return ConvertedLog.of(open(log.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @ParameterizedTest
  @CsvSource({MARIADB + ", 5, 10.11.18-MariaDB-0+deb12u1-log", MYSQL + ", 11, 9.7.4-2"})
  void statements_areThoseOfTheSession(String name, int connection, String version)
      throws IOException {
    ForeignRecording recording = open(ConvertedLog.resource(name));
    ConvertedLog log = ConvertedLog.of(recording);
    assertThat(recording.replies()).isEqualTo(Replies.NONE);
    assertThat(recording.facts()).containsEntry("server-version", version);
    assertThat(log.queries(log.session(connection)))
        .containsExactly(
            "DROP TABLE IF EXISTS t",
            "CREATE TABLE t (id INT PRIMARY KEY, v VARBINARY(200))",
            """
            INSERT INTO t VALUES (1, 'a; b'), (2, 'line 1
            240101 12:00:00\t    5 Query\tSELECT 1
            2026-11-23T09:20:00.000000Z\t    5 Query\tSELECT 2
            \t\t    5 Query\tSELECT 3
            # Time: 261123  9:20:00
            # User@Host: root[root] @ localhost []
            last')""",
            "SELECT * FROM t\n  WHERE id > 0\n  ORDER BY id",
            "SET @x = 1",
            "SELECT v FROM t WHERE id = 1",
            "UPDATE t SET v = 'c' WHERE id = 1",
            "SELECT nothing FROM t",
            "SELECT DATABASE()",
            "SELECT COUNT(*) FROM bench.t",
            "SELECT DATABASE()",
            "BEGIN",
            "DELETE FROM t WHERE id = 2",
            "COMMIT");
    assertThat(log.queries(log.session(connection + 1))).contains("SELECT 'caf\u00e9\u00ff', 1");
    assertThat(log.all(Operation.class)).filteredOn(o -> o.command() == 2).hasSize(2);
    assertThat(log.all(Gap.class)).isNotEmpty().allMatch(gap -> gap.reason().equals("secret"));
    assertThat(log.omitted).containsKeys("prepare", "execute", "deallocate", "close stmt");
  }

  @ParameterizedTest
  @CsvSource({MARIADB, MYSQL})
  void records_areInOrderAndComplete(String name) throws IOException {
    ConvertedLog log = ConvertedLog.of(open(ConvertedLog.resource(name)));
    Map<Integer, Long> latest = new HashMap<>();
    for (TraceRecord record : log.records) {
      assertThat(latest.containsKey(record.session())).isEqualTo(!(record instanceof SessionStart));
      assertThat(record.time()).isGreaterThanOrEqualTo(latest.getOrDefault(record.session(), 0L));
      latest.put(record.session(), record.time());
    }
    assertThat(log.all(SessionEnd.class)).hasSameSizeAs(log.all(SessionStart.class));
    assertThat(log.all(Reply.class))
        .hasSameSizeAs(log.all(Operation.class))
        .allMatch(reply -> reply.outcome() == Outcome.NONE);
    assertThat(log.all(SessionStart.class).get(log.session(name.equals(MYSQL) ? 13 : 7) - 1))
        .extracting(SessionStart::attributes)
        .satisfies(
            attributes ->
                assertThat(attributes)
                    .containsEntry("user", "root")
                    .containsEntry("schema", "bench")
                    .containsEntry("charset", "45"));
  }

  @Test
  void timesInSeconds_areSpreadOverTheSecond() throws IOException {
    String log =
        """
        261123  9:14:19\t     5 Connect\tapp@h on  using Socket
        \t\t     5 Query\tSELECT 1
        \t\t     6 Connect\tapp@h on  using Socket
        \t\t     5 Query\tSELECT 2
        261123  9:14:21\t     5 Query\tSELECT 3
        \t\t     5 Quit\t
        """;
    ForeignRecording recording = open(log.getBytes(StandardCharsets.UTF_8));
    assertThat(recording.start()).isEqualTo(Instant.parse("2026-11-23T09:14:19Z"));
    assertThat(recording.clockResolution()).isEqualTo("s");
    ConvertedLog converted = ConvertedLog.of(recording);
    assertThat(converted.all(Operation.class))
        .extracting(Operation::time)
        .containsExactly(250_000_000L, 750_000_000L, 2_000_000_000L);
    assertThat(converted.all(SessionEnd.class))
        .extracting(SessionEnd::time)
        .containsExactly(2_500_000_000L, 2_500_000_000L);
    assertThat(converted.all(SessionStart.class).get(0).attributes()).doesNotContainKey("schema");
  }

  @Test
  void timesInMicroseconds_haveTheirOffsetFromUtc() throws IOException {
    String log =
        """
        2026-11-23T10:14:20.000001+01:00\t    5 Query\tSELECT 1
        2026-11-23T09:14:20.000003Z\t    5 Query\tSELECT 2
        """;
    ForeignRecording recording = open(log.getBytes(StandardCharsets.UTF_8));
    assertThat(recording.start()).isEqualTo(Instant.parse("2026-11-23T09:14:20.000001Z"));
    assertThat(recording.clockResolution()).isEqualTo("us");
    ConvertedLog converted = ConvertedLog.of(recording);
    assertThat(converted.all(Operation.class))
        .extracting(Operation::time)
        .containsExactly(0L, 2000L);
    assertThat(converted.all(SessionStart.class).get(0).attributes())
        .containsEntry("schema", "unknown")
        .doesNotContainKey("user");
  }

  @ParameterizedTest
  @CsvSource({MARIADB, MYSQL})
  void truncatedEntry_isOmitted(String name) throws IOException {
    byte[] whole = ConvertedLog.resource(name);
    int inString = new String(whole, StandardCharsets.ISO_8859_1).indexOf("last')");
    ConvertedLog log = ConvertedLog.of(open(Arrays.copyOf(whole, inString - 3)));
    assertThat(log.queries(log.session(name.equals(MYSQL) ? 11 : 5)))
        .startsWith("DROP TABLE IF EXISTS t");
    assertThat(log.omitted).containsEntry("truncated", 1);
  }

  /** A log that is copied while it is written. */
  @Test
  void lineWithoutEnd_takesNoEntryBeforeIt() throws IOException {
    String log = log(TIME, "SELECT 1", "SELECT 2", "SELECT 'open");
    ConvertedLog converted = converted(log.substring(0, log.length() - 1));
    assertThat(converted.queries(1)).containsExactly("SELECT 1", "SELECT 2");
    assertThat(converted.omitted).containsEntry("truncated", 1);
  }

  @Test
  void openQuote_endsBeforeLaterEntries() throws IOException {
    StringBuilder log = new StringBuilder();
    log.append(String.format(Locale.ROOT, TIME, 0)).append("Query\tSELECT 'open\n");
    for (int i = 1; i <= 20; i++) {
      log.append(String.format(Locale.ROOT, TIME, i % 10))
          .append("Query\tSELECT ")
          .append(i)
          .append('\n');
    }
    assertThat(converted(log.toString()).queries(1))
        .hasSize(21)
        .startsWith("SELECT 'open", "SELECT 1")
        .endsWith("SELECT 20");
  }

  private static String log(String prefix, String... statements) {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < statements.length; i++) {
      log.append(String.format(Locale.ROOT, prefix, i))
          .append("Query\t")
          .append(statements[i])
          .append('\n');
    }
    return log.toString();
  }

  static Stream<List<String>> statementsThatServersLogButRefuse() {
    return Stream.of(
        List.of("SELECT 'open", "SELECT 1"),
        List.of("SELECT 'open", "SELECT 'open", "SELECT 3"),
        List.of("SELECT 'open", "SELECT 'open", "SELECT 'open", "SELECT 4"),
        List.of("SELECT 'open", "SELECT 'x'", "SELECT 3"),
        List.of("SELECT \"open", "SELECT 'x'", "SELECT \"it's\"", "SELECT 4"),
        List.of("SELECT 'open", "SELECT \"it's\"", "SELECT 3"),
        List.of("SELECT 1", "SELECT `open", "SELECT\n  `a`\n  FROM t", "SELECT 4"),
        List.of("SELECT /* open", "SELECT 2 /* closed */", "SELECT 3"),
        List.of("SELECT 'open\n  FROM t", "SELECT 'a\nb'", "SELECT 3"),
        List.of("SELECT 'open\\'", "SELECT 2"));
  }

  /** Whatever a statement is, the next entry begins where the log says so. */
  @ParameterizedTest
  @MethodSource("statementsThatServersLogButRefuse")
  void openQuote_takesNoOtherEntry(List<String> statements) throws IOException {
    for (String prefix : List.of(TIME, "261123  9:14:1%d\t     1 ")) {
      String log = log(prefix, statements.toArray(String[]::new));
      assertThat(converted(log).queries(1)).isEqualTo(statements);
    }
  }

  @Test
  void timeWithoutATabAfterIt_isOfMySql57() throws IOException {
    String early = "2015-06-01T10:00:0%d.000001Z    1 ";
    assertThat(converted(log(early, "SELECT 1", "SELECT 'a\nb'", "SELECT 3")).queries(1))
        .containsExactly("SELECT 1", "SELECT 'a\nb'", "SELECT 3");
    assertThat(converted(log(early.replace("    1", "123456"), "SELECT 1")).queries(1))
        .containsExactly("SELECT 1");
  }

  @Test
  void quotesInComments_openNoString() throws IOException {
    String log =
        String.format(Locale.ROOT, TIME, 0)
            + "Query\tSELECT 1 -- don't\n+ 1 # it's\n/* isn't */ + '\\'' + '\\\\'\n"
            + String.format(Locale.ROOT, TIME, 1)
            + "Query\tSELECT 2\n";
    assertThat(converted(log).queries(1)).hasSize(2).endsWith("SELECT 2");
  }

  @Test
  void restart_beginsSessionsAnew() throws IOException {
    String preamble =
        "/usr/sbin/mysqld, Version: 9.7.4 (x). started with:\nTcp port: 3306\nTime  Id Command\n";
    String log =
        preamble
            + String.format(Locale.ROOT, TIME, 0)
            + "Connect\ta b@h on shop using TCP/IP\n"
            + String.format(Locale.ROOT, TIME, 1)
            + "Query\tSELECT 1\n"
            + preamble
            + String.format(Locale.ROOT, TIME, 2)
            + "Connect\tapp@h on shop using TCP/IP\n"
            + String.format(Locale.ROOT, TIME, 3)
            + "Change user\tother@h on shop\n"
            + String.format(Locale.ROOT, TIME, 4)
            + "Reset Connection\t\n";
    ConvertedLog converted = converted(log);
    assertThat(converted.queries(1)).containsExactly("SELECT 1");
    assertThat(converted.all(SessionStart.class))
        .extracting(start -> start.attributes().get("user"))
        .containsExactly("a b", "app");
    assertThat(converted.all(Gap.class)).hasSize(1);
    assertThat(converted.all(Operation.class)).extracting(Operation::command).contains(0x1f);
  }

  @Test
  void severalFiles_areOneRecording() throws IOException {
    byte[] first =
        (String.format(Locale.ROOT, TIME, 0) + "Query\tSELECT 1\n")
            .getBytes(StandardCharsets.UTF_8);
    byte[] second =
        (String.format(Locale.ROOT, TIME, 1) + "Query\tSELECT 2\n")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(ConvertedLog.of(open(first, second)).queries(1))
        .containsExactly("SELECT 1", "SELECT 2");
  }

  @Test
  void statementLongerThanTheBuffer_isWhole() throws IOException {
    String longest = "SELECT '" + "x\n".repeat(2_000_000) + "'";
    assertThat(
            converted(String.format(Locale.ROOT, TIME, 0) + "Query\t" + longest + "\n").queries(1))
        .containsExactly(longest);
  }

  @Test
  void otherFiles_areRefused() {
    assertThatThrownBy(() -> converted("no log\n"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            directory.resolve("0.log")
                + ", line 1: this is not the beginning of a general log of MySQL or MariaDB");
    assertThatThrownBy(() -> converted(""))
        .isInstanceOf(IOException.class)
        .hasMessage(directory.resolve("0.log") + ": the general log has no entry");
    assertThatThrownBy(() -> converted("\t\t     5 Query\tSELECT 1\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("0.log, line 1: the first entry has no time");
    assertThatThrownBy(() -> LogFormat.GENERAL.open(List.of(directory.resolve("none"))))
        .isInstanceOf(IOException.class)
        .hasMessage(directory.resolve("none") + " cannot be read: it does not exist");
  }
}
