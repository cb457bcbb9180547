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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SlowLogFormatTest {

  private static final String MARIADB = "mariadb-slow.log";
  private static final String MYSQL = "mysql-slow.log";

  @TempDir private Path directory;

  private ForeignRecording open(byte[] log) throws IOException {
    return LogFormat.SLOW.open(List.of(Files.write(directory.resolve("slow.log"), log)));
  }

  private static String entry(String time, int thread, String seconds, String fields, String sql) {
    return String.format(
        Locale.ROOT,
        """
        # Time: %s
        # User@Host: app[app] @ h [1.2.3.4]  Id: %5d
        # Query_time: %s  Lock_time: 0.000000 %s
        SET timestamp=1795425260;
        %s;
        """,
        time,
        thread,
        seconds,
        fields,
        sql);
  }

  @ParameterizedTest
  @CsvSource({MARIADB + ", 5, ROWS", MYSQL + ", 11, NONE"})
  void statements_areThoseOfTheSession(String name, int connection, Replies replies)
      throws IOException {
    ForeignRecording recording = open(ConvertedLog.resource(name));
    ConvertedLog log = ConvertedLog.of(recording);
    assertThat(recording.replies()).isEqualTo(replies);
    int session = log.session(connection);
    assertThat(log.queries(session))
        .startsWith(
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
            "UPDATE t SET v = 'c' WHERE id = 1")
        .endsWith("BEGIN", "DELETE FROM t WHERE id = 2", "COMMIT");
    assertThat(log.queries(log.session(connection + 1))).contains("SELECT 'caf\u00e9\u00ff', 1");
    assertThat(log.all(Operation.class))
        .filteredOn(operation -> operation.command() == 2)
        .extracting(operation -> new String(operation.body(), 1, 5, StandardCharsets.UTF_8))
        .containsExactly("mysql", "bench");
    assertThat(log.all(Gap.class)).isNotEmpty().allMatch(gap -> gap.reason().equals("secret"));
    assertThat(log.all(SessionStart.class).get(session - 1).attributes())
        .containsEntry("user", "root")
        .containsEntry("schema", "bench");
  }

  @Test
  void repliesOfMariaDb_haveRowsChangedRowsAndLatency() throws IOException {
    ConvertedLog log = ConvertedLog.of(open(ConvertedLog.resource(MARIADB)));
    int session = log.session(5);
    List<Reply> replies =
        log.all(Reply.class).stream().filter(reply -> reply.session() == session).toList();
    assertThat(replies.get(2))
        .satisfies(
            insert -> {
              assertThat(insert.outcome()).isEqualTo(Outcome.OK);
              assertThat(insert.affected()).isEqualTo(2);
              assertThat(insert.latency()).isEqualTo(660_000);
            });
    assertThat(replies.get(3))
        .satisfies(
            select -> {
              assertThat(select.outcome()).isEqualTo(Outcome.ROWS);
              assertThat(select.rows()).isEqualTo(2);
            });
  }

  @ParameterizedTest
  @CsvSource({MARIADB, MYSQL})
  void records_areInOrderAndComplete(String name) throws IOException {
    ConvertedLog log = ConvertedLog.of(open(ConvertedLog.resource(name)));
    Map<Integer, Long> latest = new HashMap<>();
    long before = 0;
    for (TraceRecord record : log.records) {
      assertThat(latest.containsKey(record.session())).isEqualTo(!(record instanceof SessionStart));
      assertThat(record.time()).isGreaterThanOrEqualTo(before);
      latest.put(record.session(), record.time());
      before = record.time();
    }
    assertThat(log.all(SessionEnd.class)).hasSameSizeAs(log.all(SessionStart.class));
    assertThat(log.all(Reply.class)).hasSameSizeAs(log.all(Operation.class));
  }

  @Test
  void statements_beginTheirLatencyBeforeTheirEnd() throws IOException {
    String log =
        entry("2026-11-23T09:00:01.000000Z", 1, "1.000000", "Rows_sent: 0", "SELECT 1")
            + entry("2026-11-23T09:00:05.000000Z", 2, "4.500000", "Rows_sent: 1", "SELECT 2")
            + entry("2026-11-23T09:00:06.000000Z", 1, "5.500000", "Rows_sent: 1", "SELECT 3")
            + entry("2026-11-23T09:00:58.000000Z", 1, "0.000000", "Rows_sent: 1", "SELECT 0")
            + entry("2026-11-23T09:01:00.000000Z", 2, "54.000000", "Rows_sent: 1", "SELECT 4");
    ForeignRecording recording = open(log.getBytes(StandardCharsets.UTF_8));
    assertThat(recording.start()).isEqualTo(Instant.parse("2026-11-23T09:00:00Z"));
    ConvertedLog converted = ConvertedLog.of(recording);
    assertThat(converted.all(Operation.class))
        .extracting(operation -> operation.time() / 100_000_000)
        .containsExactly(0L, 5L, 10L, 480L, 580L);
    assertThat(converted.all(Reply.class))
        .extracting(reply -> reply.latency() / 100_000_000)
        .containsExactly(10L, 45L, 55L, 0L, 540L);
  }

  @Test
  void errors_areKnownFromAnExtendedLog() throws IOException {
    String fields = "Rows_sent: 0  Rows_examined: 0  Rows_affected: 3 Thread_id: 7 Errno: 1062";
    String log = entry("2026-11-23T09:00:01.000000Z", 7, "0.1", fields, "INSERT INTO t VALUES (1)");
    ConvertedLog converted = ConvertedLog.of(open(log.getBytes(StandardCharsets.UTF_8)));
    assertThat(converted.all(Reply.class))
        .singleElement()
        .satisfies(
            reply -> {
              assertThat(reply.outcome()).isEqualTo(Outcome.ERROR);
              assertThat(reply.errorCode()).isEqualTo(1062);
              assertThat(reply.affected()).isEqualTo(3);
            });
  }

  @ParameterizedTest
  @CsvSource({MARIADB, MYSQL})
  void truncatedEntry_isOmitted(String name) throws IOException {
    byte[] whole = ConvertedLog.resource(name);
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    int inString = text.indexOf("last')");
    int line = text.indexOf("  ORDER BY id");
    for (int end : new int[] {inString - 3, inString, line}) {
      ConvertedLog log = ConvertedLog.of(open(Arrays.copyOf(whole, end)));
      assertThat(log.queries(log.session(name.equals(MYSQL) ? 11 : 5)))
          .hasSize(end == line ? 3 : 2);
      assertThat(log.omitted).containsEntry("truncated", 1);
    }
  }

  /** Each damages the second of four entries. */
  @ParameterizedTest
  @ValueSource(strings = {"Query_time: none", "Query_time:", "Id: five", "Id:"})
  void entryThatCannotBeRead_isNamedWithItsLine_andTheOthersAreRead(String damage)
      throws IOException {
    String good = entry("2026-11-23T09:00:01.000000Z", 1, "0.1", "Rows_sent: 1", "SELECT 1");
    String name = damage.substring(0, damage.indexOf(':'));
    String bad = good.replaceFirst(name + ": +[0-9.]+", damage);
    ForeignRecording recording = open((good + bad + good + good).getBytes(StandardCharsets.UTF_8));
    ConvertedLog converted = new ConvertedLog();
    assertThatThrownBy(() -> recording.convert(converted))
        .isInstanceOf(IOException.class)
        .hasMessage(
            directory.resolve("slow.log")
                + ", line 7: this entry cannot be read, the first of 1; the trace has the other entries");
    assertThat(converted.queries(1)).containsExactly("SELECT 1", "SELECT 1", "SELECT 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT 2\n# User@Host: x;", "SELECT 2\n# Time: no comment;"})
  void commentThatLooksLikeAnEntry_isPartOfTheStatement(String statement) throws IOException {
    String log =
        entry("2026-11-23T09:00:01.000000Z", 1, "0.1", "Rows_sent: 1", "SELECT 1")
            + entry("2026-11-23T09:00:02.000000Z", 1, "0.1", "Rows_sent: 1", statement)
            + entry("2026-11-23T09:00:03.000000Z", 1, "0.1", "Rows_sent: 1", "SELECT 3");
    assertThat(ConvertedLog.of(open(log.getBytes(StandardCharsets.UTF_8))).queries(1))
        .containsExactly("SELECT 1", statement, "SELECT 3");
  }

  @Test
  void openQuote_takesNoOtherEntry() throws IOException {
    String log =
        entry("2026-11-23T09:00:01.000000Z", 1, "0.1", "Rows_sent: 1", "SELECT 'open")
            + entry("2026-11-23T09:00:02.000000Z", 1, "0.1", "Rows_sent: 1", "SELECT 'open")
            + entry("2026-11-23T09:00:03.000000Z", 1, "0.1", "Rows_sent: 1", "SELECT 3");
    assertThat(ConvertedLog.of(open(log.getBytes(StandardCharsets.UTF_8))).queries(1))
        .containsExactly("SELECT 'open", "SELECT 'open", "SELECT 3");
  }

  @Test
  void logWithoutConnections_isRefusedByWhatIsMissing() {
    String log =
        "# Time: 160101 10:00:00\n# User@Host: u[u] @ h []\n# Query_time: 0.1  Lock_time: 0.0"
            + " Rows_sent: 1  Rows_examined: 1\nSET timestamp=1;\nSELECT 1;\n";
    assertThatThrownBy(() -> open(log.getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("Id: or Thread_id:");
  }

  @Test
  void otherFiles_areRefused() {
    assertThatThrownBy(() -> open("no log\n".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            directory.resolve("slow.log")
                + ", line 1: this is not the beginning of a slow log of MySQL or MariaDB");
    assertThatThrownBy(() -> open(new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessage(directory.resolve("slow.log") + ": the slow log has no entry");
  }
}
