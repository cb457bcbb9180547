package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.plan.Registry;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Commands of MongoDB's driver, recorded on a replica set of one, and sent again to it after its
 * database was emptied. Each command is sent on another session than the one before.
 */
@Docker
final class MongoRawSessionIT {

  private static final String DATABASE = "bench";

  private final KeptRecords records = new KeptRecords();
  private Server server;
  private WireProtocol protocol;
  private Database database;
  private List<RawSession> sessions;

  @BeforeEach
  void open() throws DbException {
    server = SharedServer.MONGO.emptied();
    protocol = Registry.load().bindingFor(server.url()).orElseThrow().wireProtocol().orElseThrow();
    database = server.open(null);
    ReplayTarget target = ((Replayable) database).replayTarget();
    sessions = List.of(target.session(Map.of()), target.session(Map.of()));
  }

  @AfterEach
  void close() {
    sessions.forEach(RawSession::close);
    database.close();
  }

  private CopyingProxy proxy() throws IOException {
    return new CopyingProxy(protocol, protocol.address(server.url()), records);
  }

  private void record(Consumer<MongoClient> work) throws IOException {
    try (CopyingProxy proxy = proxy();
        MongoClient client =
            MongoClients.create("mongodb://" + proxy.address() + "/?directConnection=true")) {
      work.accept(client);
    }
    SharedServer.MONGO.emptied();
  }

  private Reply reply(Operation operation) {
    return records
        .of(Reply.class)
        .filter(r -> r.session() == operation.session() && r.sequence() == operation.sequence())
        .findFirst()
        .orElseThrow();
  }

  private List<Operation> operations() {
    return records.of(Operation.class).toList();
  }

  /** Sends all that was recorded, and compares the replies. Returns those of errors. */
  private List<RawReply> replay() throws DbException {
    List<RawReply> errors = new ArrayList<>();
    List<Operation> operations = operations();
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      String text = protocol.texts().describe(operation).fingerprint();
      RawSession session = sessions.get(i % sessions.size());
      assertThat(session.unsendable(operation, null)).as(text).isEmpty();
      Reply recorded = reply(operation);
      RawReply live = session.send(operation, recorded);
      assertThat(live)
          .as(text)
          .isEqualTo(
              new RawReply(
                  recorded.outcome(),
                  recorded.errorCode(),
                  live.message(),
                  recorded.rows(),
                  recorded.affected(),
                  recorded.hash()));
      if (live.outcome() == Outcome.ERROR) {
        errors.add(live);
      }
    }
    return errors;
  }

  private static List<BsonDocument> documents(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> BsonDocument.parse("{_id: " + i + ", k: " + i % 10 + "}"))
        .toList();
  }

  private static MongoCollection<BsonDocument> collection(MongoClient client) {
    return client.getDatabase(DATABASE).getCollection("t", BsonDocument.class);
  }

  @Test
  void commandsAndCursors_haveTheRecordedReplies() throws Exception {
    record(
        client -> {
          MongoCollection<BsonDocument> t = collection(client);
          t.insertMany(documents(30));
          List<BsonDocument> all = new ArrayList<>();
          t.find().sort(Sorts.ascending("_id")).batchSize(10).into(all);
          assertThat(all).hasSize(30);
          t.findOneAndUpdate(Filters.eq("_id", 3), Updates.inc("k", 1));
          t.updateMany(Filters.lt("_id", 5), Updates.inc("k", 1));
          t.deleteOne(Filters.eq("_id", 4));
          t.withWriteConcern(WriteConcern.UNACKNOWLEDGED).insertOne(new BsonDocument());
          t.aggregate(List.of(new Document("$count", "n"))).first();
          try {
            t.insertOne(documents(1).get(0));
          } catch (MongoException e) {
            assertThat(e.getCode()).isEqualTo(11000);
          }
          try {
            client.getDatabase(DATABASE).runCommand(new Document("noSuchThing", 1));
          } catch (MongoException e) {
            assertThat(e.getCode()).isEqualTo(59);
          }
        });
    assertThat(commands()).filteredOn("getMore"::equals).hasSizeGreaterThanOrEqualTo(2);
    List<RawReply> errors = replay();
    assertThat(errors).extracting(RawReply::errorCode).containsExactly(11000, 59);
    assertThat(errors.get(0).message()).contains("duplicate key");
  }

  private List<String> commands() {
    return operations().stream().map(o -> protocol.texts().describe(o).command()).toList();
  }

  @Test
  void transactions_areCommittedAndAborted() throws Exception {
    record(
        client -> {
          MongoCollection<BsonDocument> t = collection(client);
          t.insertOne(documents(1).get(0));
          try (ClientSession session =
              client.startSession(ClientSessionOptions.builder().build())) {
            session.startTransaction();
            t.insertMany(session, documents(4).subList(1, 3));
            t.find(session).first();
            session.commitTransaction();
            session.startTransaction();
            t.insertOne(session, documents(6).get(5));
            session.abortTransaction();
            t.insertOne(session, documents(8).get(7));
            t.find(session).into(new ArrayList<>());
          }
        });
    assertThat(commands()).contains("commitTransaction", "abortTransaction");
    assertThat(replay()).isEmpty();
    try (MongoClient client = MongoClients.create(server.url())) {
      List<Integer> ids =
          collection(client)
              .find()
              .sort(Sorts.ascending("_id"))
              .map(d -> d.getInt32("_id").getValue())
              .into(new ArrayList<>());
      assertThat(ids).containsExactly(0, 1, 2, 7);
    }
  }

  @Test
  void transactionThatLostAConflict_isAbortedAgain() throws Exception {
    record(
        client -> {
          MongoCollection<BsonDocument> t = collection(client);
          t.insertOne(documents(1).get(0));
          try (ClientSession winner = client.startSession();
              ClientSession loser = client.startSession()) {
            winner.startTransaction();
            loser.startTransaction();
            t.updateOne(winner, Filters.eq("_id", 0), Updates.inc("k", 1));
            t.insertOne(loser, documents(6).get(5));
            assertThatThrownBy(() -> t.updateOne(loser, Filters.eq("_id", 0), Updates.inc("k", 2)))
                .hasMessageContaining("WriteConflict");
            winner.commitTransaction();
          }
        });
    Operation lost =
        operations().stream()
            .filter(operation -> reply(operation).outcome() == Outcome.ERROR)
            .findFirst()
            .orElseThrow();
    RawSession session = sessions.get(0);
    assertThat(session.isConflict(reply(lost))).isTrue();
    for (Operation operation : operations()) {
      if (operation.equals(lost)) {
        session.loseConflict(operation, reply(operation));
      } else if (reply(operation).outcome() != Outcome.ERROR) {
        assertThat(session.isConflict(reply(operation))).isFalse();
        assertThat(session.send(operation, reply(operation)).outcome()).isNotEqualTo(Outcome.ERROR);
      }
    }
    atOnce((t, own) -> t.insertOne(own, documents(6).get(5)));
    try (MongoClient client = MongoClients.create(server.url())) {
      assertThat(collection(client).find(Filters.eq("k", 1)).first()).isNotNull();
    }
  }

  /**
   * Commits a change. In a transaction, because there the server refuses it at once if another one
   * that is still open has the document; otherwise it would wait until that one has expired.
   */
  private void atOnce(BiConsumer<MongoCollection<BsonDocument>, ClientSession> change) {
    try (MongoClient client = MongoClients.create(server.url());
        ClientSession own = client.startSession()) {
      own.startTransaction();
      change.accept(collection(client), own);
      own.commitTransaction();
    }
  }

  @Test
  void transactionThatIsOpenAtTheEnd_isAborted() throws Exception {
    record(
        client -> {
          MongoCollection<BsonDocument> t = collection(client);
          t.insertMany(documents(2));
          try (ClientSession session = client.startSession()) {
            session.startTransaction();
            t.updateOne(session, Filters.eq("_id", 1), Updates.inc("k", 1));
            session.commitTransaction();
          }
        });
    records.all.removeIf(
        record ->
            record instanceof Operation operation
                && protocol.texts().describe(operation).command().equals("commitTransaction"));
    replay();
    close();
    atOnce((t, own) -> t.updateOne(own, Filters.eq("_id", 1), Updates.inc("k", 5)));
    try (MongoClient client = MongoClients.create(server.url())) {
      assertThat(collection(client).find(Filters.eq("k", 6)).first()).isNotNull();
    }
  }

  @Test
  void lostConnection_isReplacedByTheNextCall() throws Exception {
    record(client -> collection(client).find().first());
    Operation find = operations().get(0);
    try (CopyingProxy proxy = proxy();
        Database behind =
            server.at("mongodb://" + proxy.address() + "/bench?directConnection=true").open(null)) {
      RawSession session = ((Replayable) behind).replayTarget().session(Map.of());
      assertThat(session.send(find, null).outcome()).isEqualTo(Outcome.ROWS);
      proxy.cut();
      await()
          .forever()
          .until(
              () -> {
                try {
                  return session.send(find, null).outcome() == Outcome.ROWS;
                } catch (DbException e) {
                  assertThat(e.kind()).isEqualTo(DbException.Kind.CONNECTION);
                  return false;
                }
              });
      session.close();
    }
  }
}
