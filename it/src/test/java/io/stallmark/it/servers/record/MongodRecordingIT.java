package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.plan.Registry;
import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares a file of mongod's traffic recorder with what a proxy records of the same traffic. */
@Docker
final class MongodRecordingIT {

  /** Operations and replies without their times. */
  private static final class Texts implements TraceSink {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void record(TraceRecord record) {
      if (record instanceof Operation operation) {
        lines.add(operation.command() + " " + HexFormat.of().formatHex(operation.body()));
      } else if (record instanceof Reply reply) {
        lines.add(
            String.join(
                " ",
                "" + reply.outcome(),
                "" + reply.errorCode(),
                "" + reply.rows(),
                "" + reply.affected(),
                "" + reply.bytes(),
                "" + reply.hash(),
                HexFormat.of().formatHex(reply.body())));
      }
    }

    @Override
    public void omitted(String command) {
      // logins and heartbeats differ
    }
  }

  @Test
  void fileOfTheServer_hasTheRecordsOfTheProxy(@TempDir Path directory) throws Exception {
    Texts ofProxy = new Texts();
    Path file = directory.resolve("traffic");
    WireProtocol protocol;
    try (Server server =
        Server.mongoReplicaSet("--setParameter", "trafficRecordingDirectory=/tmp")) {
      protocol =
          Registry.load().bindingFor(server.url()).orElseThrow().wireProtocol().orElseThrow();
      administer(server, new Document("startRecordingTraffic", 1).append("filename", "traffic"));
      try (CopyingProxy proxy =
              new CopyingProxy(protocol, protocol.address(server.url()), ofProxy);
          MongoClient client =
              MongoClients.create("mongodb://" + proxy.address() + "/?directConnection=true")) {
        use(client.getDatabase("bench").getCollection("recorded"));
      }
      administer(server, new Document("stopRecordingTraffic", 1));
      server.container().copyFileFromContainer("/tmp/traffic", file.toString());
    }

    Texts ofServer = new Texts();
    try (ForeignRecording recording = mongod(protocol).open(List.of(file))) {
      recording.convert(ofServer);
    }
    assertThat(ofServer.lines).isEqualTo(ofProxy.lines).hasSizeGreaterThan(10);
  }

  private static RecordingFormat mongod(WireProtocol protocol) {
    return protocol.formats().stream()
        .filter(format -> format.name().equals("mongod"))
        .findFirst()
        .orElseThrow();
  }

  private static void administer(Server server, Document command) {
    try (MongoClient client = MongoClients.create(server.url())) {
      client.getDatabase("admin").runCommand(command);
    }
  }

  private static void use(MongoCollection<Document> collection) {
    collection.insertMany(
        IntStream.range(0, 300).mapToObj(i -> new Document("_id", i).append("n", i)).toList());
    assertThat(collection.find().batchSize(100).into(new ArrayList<>())).hasSize(300);
    collection.updateMany(Filters.lt("_id", 10), Updates.inc("n", 1));
    collection.findOneAndDelete(Filters.eq(5));
    assertThat(collection.countDocuments(Filters.lt("n", 100))).isEqualTo(99);
  }
}
