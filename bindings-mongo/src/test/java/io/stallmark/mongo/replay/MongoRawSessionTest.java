package io.stallmark.mongo.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands to the server in this JVM, which has neither sessions nor transactions. */
final class MongoRawSessionTest {

  private static final String FIND =
      "{find: 'c', filter: {}, sort: {_id: 1}, batchSize: 2, $db: 'd'}";
  private static final String GET_MORE =
      "{getMore: {$numberLong: '31'}, collection: 'c', batchSize: 2, $db: 'd'}";

  private Database database;
  private RawSession first;
  private RawSession second;

  @BeforeEach
  void open() throws DbException {
    Binding binding = ServiceLoader.load(Binding.class).findFirst().orElseThrow();
    database = binding.open(new Target("embedded:mongo", null, null, Tls.UNSAID, 2));
    ReplayTarget target = ((Replayable) database).replayTarget();
    first = target.session(Map.of());
    second = target.session(Map.of());
    List<String> documents = IntStream.range(0, 5).mapToObj(i -> "{_id: " + i + "}").toList();
    send(first, Commands.withSequence("{insert: 'c', $db: 'd'}", "documents", documents), null);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
    database.close();
  }

  private static RawReply send(RawSession session, Operation operation, Reply recorded)
      throws DbException {
    assertThat(session.unsendable(operation, null)).isEmpty();
    return session.send(operation, recorded);
  }

  @Test
  void cursor_isContinuedByAnotherSessionUntilItsEnd() throws DbException {
    Operation more = Commands.command(GET_MORE);
    assertThat(second.unsendable(more, null)).isEqualTo("cursor");
    assertThat(send(first, Commands.command(FIND), Commands.opened(31)).rows()).isEqualTo(2);
    assertThat(send(second, more, null).rows()).isEqualTo(2);
    assertThat(send(second, more, null).rows()).isEqualTo(1);
    assertThat(first.unsendable(more, null)).isEqualTo("cursor");
  }

  @Test
  void exhaustCursor_isReadInOneCall() throws DbException {
    send(first, Commands.command(FIND), Commands.opened(31));
    RawReply reply = send(first, Commands.command(MongoMessage.EXHAUST_ALLOWED, GET_MORE), null);
    assertThat(reply.rows()).isEqualTo(3);
    assertThat(first.unsendable(Commands.command(GET_MORE), null)).isEqualTo("cursor");
  }

  @Test
  void killedCursor_isForgotten() throws DbException {
    Operation kill =
        Commands.command("{killCursors: 'c', cursors: [{$numberLong: '31'}], $db: 'd'}");
    assertThat(first.unsendable(kill, null)).isEqualTo("cursor");
    send(first, Commands.command(FIND), Commands.opened(31));
    assertThat(send(second, kill, null).outcome()).isEqualTo(Outcome.OK);
    assertThat(first.unsendable(kill, null)).isEqualTo("cursor");
    assertThat(first.unsendable(Commands.command(GET_MORE), null)).isEqualTo("cursor");
  }

  @Test
  void writeError_isAReply() throws DbException {
    Operation insert = Commands.command("{insert: 'c', documents: [{_id: 9}, {_id: 1}], $db: 'd'}");
    RawReply reply = send(first, insert, null);
    assertThat(reply.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(reply.errorCode()).isEqualTo(11000);
    assertThat(reply.message()).contains("duplicate key").doesNotContain("\n");
  }

  @Test
  void errorOfACommand_isAReply() throws DbException {
    RawReply reply = send(first, Commands.command("{noSuchThing: 1, $db: 'd'}"), null);
    assertThat(reply.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(reply.errorCode()).isEqualTo(59);
    assertThat(reply.message()).contains("noSuchThing");
  }

  @Test
  void unacknowledgedWrite_hasNoReply() throws DbException {
    Operation insert =
        Commands.command(2, "{insert: 'c', documents: [{_id: 9}], writeConcern: {w: 0}, $db: 'd'}");
    assertThat(send(first, insert, null)).isEqualTo(new RawReply(Outcome.NONE, 0, "", 0, 0, 0));
    assertThat(send(first, Commands.command("{find: 'c', filter: {}, $db: 'd'}"), null).rows())
        .isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'c', tailable: true} | tailable",
        "{find: 'c', tailable: true, awaitData: true} | tailable",
        "{find: 'c', tailable: false} | ''",
        "{aggregate: 'c', pipeline: [{$changeStream: {}}]} | tailable",
        "{aggregate: 'c', pipeline: [{$match: {}}]} | ''",
        "{commitTransaction: 1} | transaction",
        "{abortTransaction: 1} | transaction",
        "{insert: 'c', startTransaction: true, autocommit: false} | ''",
        "{} | unreadable",
      })
  void unsendable_isAWord(String command, String expected) {
    assertThat(first.unsendable(Commands.command(command), null)).isEqualTo(expected);
  }

  @Test
  void commandOfAnOldDriver_isUnsendable() {
    assertThat(first.unsendable(new Operation(1, 0, 1, 2004, new byte[40]), null))
        .isEqualTo("op-query");
  }

  @Test
  void batchLargerThanADocument_isUnsendable() {
    String text = "x".repeat(1 << 20);
    List<String> documents =
        IntStream.range(0, 17).mapToObj(i -> "{_id: " + i + ", v: '" + text + "'}").toList();
    assertThat(
            first.unsendable(
                Commands.withSequence("{insert: 'c', $db: 'd'}", "documents", documents), null))
        .isEqualTo("large");
    assertThat(
            first.unsendable(
                Commands.withSequence(
                    "{insert: 'c', $db: 'd'}", "documents", documents.subList(0, 15)),
                null))
        .isEmpty();
  }
}
