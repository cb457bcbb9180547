package io.stallmark.mongo.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.mongo.replay.LiveCursors.LiveCursor;
import io.stallmark.trace.TraceRecord.Operation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CommandWriterTest {

  private static final String LSID =
      "lsid: {id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}";

  private final LiveCursors cursors = new LiveCursors();
  private MongoClient client;

  /** The client finds no server, and none is asked. */
  @BeforeAll
  void open() {
    client = MongoClients.create("mongodb://127.0.0.1:1/");
    LiveSession session = new LiveSession(client, false);
    cursors.put(7, new LiveCursor(70, session));
    cursors.put(8, new LiveCursor(80, session));
  }

  @AfterAll
  void close() {
    client.close();
  }

  private BsonDocument written(Operation operation, long number, boolean transactions) {
    RecordedCommand command = new RecordedCommand();
    command.read(operation);
    CommandWriter writer = new CommandWriter(transactions, cursors);
    writer.write(command, number); // the buffer is used again
    return writer.write(command, number).decode(new BsonDocumentCodec());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'c', $db: 'd', filter: {a: 1}, $readPreference: {mode: 'secondary'}, limit: 1}"
            + " | {find: 'c', filter: {a: 1}, limit: 1}",
        "{insert: 'c', "
            + LSID
            + ", $clusterTime: {a: 1}, apiVersion: '1', $db: 'd'}"
            + " | {insert: 'c', apiVersion: '1'}",
        "{find: 'c', readConcern: {level: 'local', afterClusterTime: {$timestamp: {t: 9, i: 1}}}}"
            + " | {find: 'c', readConcern: {level: 'local'}}",
        "{find: 'c', readConcern: {afterClusterTime: {$timestamp: {t: 9, i: 1}}}, limit: 1}"
            + " | {find: 'c', limit: 1}",
        "{getMore: {$numberLong: '7'}, collection: 'c', $db: 'd', batchSize: 2}"
            + " | {getMore: {$numberLong: '70'}, collection: 'c', batchSize: 2}",
        "{getMore: {$numberLong: '1'}, collection: 'c'}"
            + " | {getMore: {$numberLong: '0'}, collection: 'c'}",
        "{killCursors: 'c', cursors: [{$numberLong: '8'}, {$numberLong: '1'}, {$numberLong: '7'}]}"
            + " | {killCursors: 'c', cursors: [{$numberLong: '80'}, {$numberLong: '70'}]}",
        "{commitTransaction: 1, txnNumber: {$numberLong: '1'}, autocommit: false,"
            + " recoveryToken: {a: 1}, writeConcern: {w: 'majority'}, $db: 'admin'}"
            + " | {commitTransaction: 1, autocommit: false, writeConcern: {w: 'majority'}}",
      })
  void command_losesWhatTheDriverAdds(String recorded, String expected) {
    assertThat(written(Commands.command(recorded), CommandWriter.NO_NUMBER, true))
        .isEqualTo(BsonDocument.parse(expected));
  }

  @Test
  void numberOfASession_isTheLiveOne() {
    Operation operation =
        Commands.command("{insert: 'c', txnNumber: {$numberLong: '31'}, ordered: true}");
    assertThat(written(operation, 4, true))
        .isEqualTo(
            BsonDocument.parse("{insert: 'c', ordered: true, txnNumber: {$numberLong: '4'}}"));
  }

  @Test
  void commandOfATransaction_isAloneOnAServerWithoutThem() {
    Operation operation =
        Commands.command(
            "{insert: 'c', txnNumber: {$numberLong: '31'}, startTransaction: true,"
                + " autocommit: false, readConcern: {level: 'snapshot'}}");
    assertThat(written(operation, CommandWriter.NO_NUMBER, false))
        .isEqualTo(BsonDocument.parse("{insert: 'c'}"));
    assertThat(written(operation, 4, true))
        .isEqualTo(
            BsonDocument.parse(
                "{insert: 'c', startTransaction: true, autocommit: false,"
                    + " readConcern: {level: 'snapshot'}, txnNumber: {$numberLong: '4'}}"));
  }

  @Test
  void sequence_becomesAnArray() {
    List<String> documents =
        IntStream.range(0, 12_000).mapToObj(i -> "{_id: " + i + ", v: 'text'}").toList();
    BsonDocument expected =
        BsonDocument.parse(
            documents.stream()
                .collect(Collectors.joining(", ", "{insert: 'c', documents: [", "]}")));
    assertThat(
            written(
                Commands.withSequence("{insert: 'c', $db: 'd'}", "documents", documents),
                CommandWriter.NO_NUMBER,
                true))
        .isEqualTo(expected);
  }
}
