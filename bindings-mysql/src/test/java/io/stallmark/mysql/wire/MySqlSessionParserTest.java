package io.stallmark.mysql.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.mysql.wire.RecordedTraffic.Piece;
import io.stallmark.mysql.wire.RecordedTraffic.Records;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.trace.RowHash;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions of real clients with real servers. */
final class MySqlSessionParserTest {

  /** Rows that a server had sent before an error. The clients have dropped them. */
  private static final int BEFORE_ERROR = 250;

  private static final int HEADER_AND_NUMBERS = 16;

  static Stream<String> sessions() {
    return Stream.of("mysql9", "mariadb10")
        .flatMap(
            server ->
                Stream.of(
                        "pymysql", "libmysqlclient", "cj", "ma", "sysbench-prepare", "sysbench-run")
                    .map(client -> server + "-" + client));
  }

  /** Errors are the server's: drivers execute a statement whose preparation failed. */
  @ParameterizedTest
  @CsvSource({
    "mysql9-pymysql, 567, 424, 5, 3",
    "mariadb10-pymysql, 567, 424, 5, 3",
    "mysql9-libmysqlclient, 609, 402, 4, 2",
    "mariadb10-libmysqlclient, 614, 402, 4, 2",
    "mysql9-cj, 916, 408, 3, 4",
    "mariadb10-cj, 916, 408, 3, 4",
    "mysql9-ma, 916, 408, 4, 3",
    "mariadb10-ma, 916, 408, 5, 3",
    "mysql9-sysbench-prepare, 0, 100, 0, 0",
    "mariadb10-sysbench-prepare, 0, 100, 0, 0",
    "mysql9-sysbench-run, 246, 24, 1, 0",
    "mariadb10-sysbench-run, 246, 24, 0, 0"
  })
  void counts_areThoseOfTheClient(
      String session, long rows, long affected, long errors, long secrets) {
    RecordedTraffic traffic = RecordedTraffic.of(session);
    Records records = traffic.parsed();
    List<Reply> replies = records.of(Reply.class).stream().filter(ofUser(records)).toList();
    assertThat(replies.stream().mapToLong(Reply::rows).sum()).isEqualTo(rows);
    assertThat(replies.stream().mapToLong(Reply::affected).sum()).isEqualTo(affected);
    assertThat(replies).filteredOn(reply -> reply.outcome() == Outcome.ERROR).hasSize((int) errors);
    assertThat(records.of(Gap.class)).hasSize((int) secrets);
    assertThat(records.of(Gap.class)).allMatch(gap -> gap.reason().equals("secret"));
    if (traffic.facts().containsKey("rows")) {
      assertThat(traffic.fact("rows") + BEFORE_ERROR).isEqualTo(rows);
    }
  }

  /** Connector/J asks for variables by itself. */
  private static Predicate<Reply> ofUser(Records records) {
    Map<Long, Operation> operations = new HashMap<>();
    records.of(Operation.class).forEach(o -> operations.put(o.sequence(), o));
    return reply ->
        !text(operations.get(reply.sequence()).body()).matches("(?s).*(@@|SHOW VARIABLES).*");
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void everyOperation_hasOneReply_andTimesAscend(String session) {
    Records records = RecordedTraffic.of(session).parsed();
    assertThat(records.of(Reply.class).stream().map(Reply::sequence))
        .containsExactlyInAnyOrderElementsOf(
            records.of(Operation.class).stream().map(Operation::sequence).toList());
    assertThat(records.all.stream().map(TraceRecord::time)).isSorted();
    assertThat(records.of(Reply.class)).allMatch(r -> r.firstByte() <= r.latency());
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void records_doNotDependOnThePieces(String session) {
    RecordedTraffic traffic = RecordedTraffic.of(session);
    Random random = new Random(7);
    List<String> expected = texts(traffic.parsed(true, RecordedTraffic::pass));
    assertThat(texts(traffic.parsed(true, (parser, piece) -> cut(parser, piece, () -> 1))))
        .isEqualTo(expected);
    assertThat(
            texts(
                traffic.parsed(
                    true, (parser, piece) -> cut(parser, piece, () -> 1 + random.nextInt(3000)))))
        .isEqualTo(expected);
  }

  private static void cut(SessionParser parser, Piece piece, IntSupplier lengths) {
    int next = 0;
    while (next < piece.bytes().length) {
      int end = Math.min(piece.bytes().length, next + lengths.getAsInt());
      RecordedTraffic.pass(
          parser,
          new Piece(piece.sent(), piece.time(), Arrays.copyOfRange(piece.bytes(), next, end)));
      next = end;
    }
  }

  private static List<String> texts(Records records) {
    return records.all.stream().map(MySqlSessionParserTest::text).toList();
  }

  private static String text(TraceRecord record) {
    if (record instanceof Operation operation) {
      return operation.sequence() + " " + operation.time() + " " + text(operation.body());
    } else if (record instanceof Reply reply) {
      return reply.toString().replaceAll("body=.*", "") + Arrays.hashCode(reply.body());
    }
    return record.toString();
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void replies_areWholeOnRequestOnly(String session) {
    RecordedTraffic traffic = RecordedTraffic.of(session);
    assertThat(traffic.parsed(true, RecordedTraffic::pass).of(Reply.class))
        .allMatch(reply -> reply.body().length == reply.bytes());
    Records summary = traffic.parsed();
    assertThat(summary.of(Reply.class))
        .allMatch(
            reply -> reply.body().length == (prepared(summary, reply) ? HEADER_AND_NUMBERS : 0));
  }

  /** Whether the reply has the number of a statement. */
  private static boolean prepared(Records records, Reply reply) {
    return reply.outcome() == Outcome.OK
        && records.of(Operation.class).stream()
            .anyMatch(o -> o.sequence() == reply.sequence() && o.command() == WireCommand.PREPARE);
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void secrets_areInNoRecord(String session) {
    RecordedTraffic traffic = RecordedTraffic.of(session);
    for (TraceRecord record : traffic.parsed(true, RecordedTraffic::pass).all) {
      String bytes =
          record instanceof Operation operation
              ? text(operation.body())
              : record instanceof Reply reply ? text(reply.body()) : "";
      assertThat(bytes).doesNotContain("SECRETcanary", "r00tcanary", "s3cr3tcanary");
    }
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void parsing_resumesAfterBytesLostAnywhere(String session) {
    RecordedTraffic traffic = RecordedTraffic.of(session);
    List<Operation> all = traffic.parsed().of(Operation.class);
    int last = traffic.pieces().size() - 12;
    for (int lost = 0; lost < last; lost += 1 + last / 200) {
      Piece missing = traffic.pieces().get(lost);
      Records records =
          traffic.parsed(
              false,
              (parser, piece) -> {
                if (piece == missing) {
                  parser.lost(piece.time(), piece.sent() ? 1 : 0);
                } else {
                  RecordedTraffic.pass(parser, piece);
                }
              });
      List<Operation> read = records.of(Operation.class);
      assertThat(records.of(Gap.class)).extracting(Gap::reason).contains("queue-full");
      assertThat(read.get(read.size() - 1).body()).isEqualTo(all.get(all.size() - 1).body());
      assertThat(records.of(Reply.class)).hasSameSizeAs(read);
    }
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void damagedBytes_neverFail(String session) {
    RecordedTraffic traffic = RecordedTraffic.of(session);
    Random random = new Random(11);
    for (int round = 0; round < 30; round++) {
      int odds = 1 + random.nextInt(200);
      Records records =
          traffic.parsed(
              round % 2 == 0,
              (parser, piece) -> {
                byte[] bytes = piece.bytes().clone();
                if (random.nextInt(odds) == 0) {
                  bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                RecordedTraffic.pass(parser, new Piece(piece.sent(), piece.time(), bytes));
              });
      assertThat(records.of(Reply.class)).hasSameSizeAs(records.of(Operation.class));
      records.of(Operation.class).forEach(MySqlSessionParserTest::describe);
    }
  }

  @Test
  void randomBytes_neverFail() {
    Random random = new Random(13);
    RecordedTraffic traffic = RecordedTraffic.of("mariadb10-ma");
    for (int round = 0; round < 50; round++) {
      Records records =
          traffic.parsed(
              true,
              (parser, piece) -> {
                byte[] bytes = new byte[1 + random.nextInt(60)];
                random.nextBytes(bytes);
                if (random.nextBoolean() && bytes.length > 4) {
                  bytes[0] = (byte) (bytes.length - 4);
                  Arrays.fill(bytes, 1, 4, (byte) 0);
                }
                RecordedTraffic.pass(parser, new Piece(piece.sent(), piece.time(), bytes));
              });
      assertThat(records.of(Reply.class)).hasSameSizeAs(records.of(Operation.class));
      records.of(Operation.class).forEach(MySqlSessionParserTest::describe);
    }
  }

  private static void describe(Operation operation) {
    assertThat(
            new MySqlWireProtocol("mysql://u@h/d", List.of()).texts().describe(operation).command())
        .isNotEmpty();
  }

  @Test
  void payloadsOfSeveralFrames_areJoined() {
    Records records = new Records();
    SessionParser parser =
        new MySqlWireProtocol("mysql://u@h/d", List.of())
            .parser(RecordedTraffic.of("mysql9-pymysql").opened(), 1, false, records);
    byte[] statement = new byte[0xffffff + 10];
    Arrays.fill(statement, (byte) 'x');
    statement[0] = WireCommand.QUERY;
    byte[] row = new byte[2 * 0xffffff];
    row[0] = (byte) 0xfe;
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    int next = packet(reply, 2, new byte[] {1});
    next = packet(reply, next, new byte[] {3, 'd', 'e', 'f'});
    next = packet(reply, next, new byte[] {(byte) 0xfe, 0, 0, 2, 0});
    next = packet(reply, next, row);
    packet(reply, next, new byte[] {(byte) 0xfe, 0, 0, 2, 0});
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    packet(request, 0, statement);
    cut(parser, new Piece(true, 5, request.toByteArray()), () -> 16_384);
    cut(parser, new Piece(false, 9, reply.toByteArray()), () -> 16_384);
    parser.end(10);
    assertThat(records.of(Operation.class).get(0).body()).isEqualTo(statement);
    assertThat(records.of(Reply.class).get(0))
        .isEqualTo(
            new Reply(
                1,
                9,
                1,
                4,
                4,
                Outcome.ROWS,
                0,
                1,
                0,
                reply.size(),
                RowHash.of(row, 0, row.length),
                records.of(Reply.class).get(0).body()));
    assertThat(records.all).hasSize(2);
  }

  /** Writes a packet in frames and returns the next sequence number. */
  private static int packet(ByteArrayOutputStream out, int sequence, byte[] payload) {
    int number = sequence;
    int start = 0;
    int length;
    do {
      length = Math.min(0xffffff, payload.length - start);
      out.write(length);
      out.write(length >>> 8);
      out.write(length >>> 16);
      out.write(number++);
      out.write(payload, start, length);
      start += length;
    } while (length == 0xffffff);
    return number;
  }
}
