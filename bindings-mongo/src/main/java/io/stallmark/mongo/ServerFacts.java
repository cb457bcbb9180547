package io.stallmark.mongo;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import io.stallmark.spi.Facts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * What a reader must know of the server and of what was asked of it. A server that does not answer
 * a question, or not to this user, leaves "unknown"; no fact is assumed.
 */
final class ServerFacts {

  private static final String UNKNOWN = "unknown";

  private final MongoClient client;
  private final MongoUrl url;
  private final Topology topology;
  private final MongoSession.Conventions conventions;
  private final boolean embedded;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();

  ServerFacts(
      MongoClient client,
      MongoUrl url,
      Topology topology,
      MongoSession.Conventions conventions,
      boolean embedded) {
    this.client = client;
    this.url = url;
    this.topology = topology;
    this.conventions = conventions;
    this.embedded = embedded;
  }

  Facts collect(List<String> storage) {
    if (embedded) {
      warnings.add(Embedded.WARNING);
    }
    server();
    connection();
    engine();
    durability();
    reads();
    values.put("collections", storage.isEmpty() ? UNKNOWN : String.join("; ", storage));
    return new Facts(values, warnings);
  }

  private void server() {
    BsonDocument build = ask("buildInfo");
    String version = text(build, "version");
    if (build.containsKey("ferretdb")) {
      values.put("server", "FerretDB");
      values.put("version", text(build.getDocument("ferretdb"), "version"));
      values.put("speaks as", "MongoDB " + version);
    } else if (!build.isEmpty() && !build.containsKey("gitVersion")) {
      values.put("server", "mongo-java-server");
      values.put("version", embedded ? embeddedVersion() : UNKNOWN);
      values.put("speaks as", "MongoDB " + version);
    } else {
      values.put("server", "MongoDB");
      values.put("version", version);
    }
    values.put("topology", topology.words());
    values.put("database", url.database() + (url.databaseNamed() ? "" : " (the URL names none)"));
  }

  private static String embeddedVersion() {
    String version = de.bwaldvogel.mongo.MongoServer.class.getPackage().getImplementationVersion();
    return version == null ? UNKNOWN : version;
  }

  private void connection() {
    String driver = com.mongodb.internal.build.MongoDriverVersion.VERSION;
    values.put("driver", "mongodb-driver-sync " + driver + ", raw commands");
    values.put(
        "connections",
        "one pool of up to " + url.settings().getConnectionPoolSettings().getMaxSize());
    boolean tls = url.settings().getSslSettings().isEnabled();
    values.put("TLS", tls ? "yes" : "no");
    if (tls && url.settings().getSslSettings().isInvalidHostNameAllowed()) {
      warnings.add("TLS is on, but anybody's certificate is accepted.");
    }
    values.put("compression", compression());
    values.put("authentication", url.settings().getCredential() == null ? "none" : "yes");
  }

  /** What the server agrees to of what the URL asks for: it answers with its choice. */
  private String compression() {
    if (url.compressors().isEmpty()) {
      return "none";
    }
    BsonArray asked = new BsonArray();
    url.compressors().forEach(name -> asked.add(new BsonString(name)));
    BsonArray agreed =
        ask(new BsonDocument("hello", new BsonInt32(1)).append("compression", asked))
            .getArray("compression", new BsonArray());
    return agreed.isEmpty() ? "none" : agreed.get(0).asString().getValue();
  }

  private void engine() {
    BsonDocument status = ask("serverStatus");
    values.put(
        "storage engine", text(status.getDocument("storageEngine", new BsonDocument()), "name"));
    BsonDocument cache =
        status
            .getDocument("wiredTiger", new BsonDocument())
            .getDocument("cache", new BsonDocument());
    values.put(
        "cache",
        cache.containsKey("maximum bytes configured")
            ? cache.getNumber("maximum bytes configured").longValue() / (1024 * 1024) + " MiB"
            : UNKNOWN);
  }

  private void durability() {
    WriteConcern said = url.writeConcern();
    BsonDocument concern;
    if (said != null && !said.isServerDefault()) {
      concern = said.asDocument();
      values.put("write concern", concern.toJson() + " (from the URL)");
    } else {
      BsonDocument answer = ask("getDefaultRWConcern");
      concern = answer.getDocument("defaultWriteConcern", new BsonDocument());
      if (concern.isEmpty() && topology.numbersWrites()) {
        values.put("write concern", UNKNOWN + " (the server's default)");
      } else {
        if (concern.isEmpty()) {
          concern = new BsonDocument("w", new BsonInt32(1));
        }
        values.put("write concern", concern.toJson() + " (the server's default)");
      }
    }
    values.put("journal", journal(concern));
    boolean numbered = conventions.numbered();
    values.put(
        "retryable writes", numbered ? "numbered, never repeated by the driver" : "no numbers");
    values.put(
        "transactions",
        "read concern "
            + conventions.transaction().getReadConcern().asDocument().toJson()
            + ", write concern "
            + conventions.transaction().getWriteConcern().asDocument().toJson());
  }

  /** Whether a write waits for the journal: it says so itself, or majority implies it. */
  private String journal(BsonDocument concern) {
    if (concern.containsKey("j")) {
      return concern.getBoolean("j").getValue() ? "waited for" : "not waited for";
    }
    if (!concern.get("w", new BsonInt32(1)).equals(new BsonString("majority"))) {
      return "not waited for";
    }
    if (!topology.numbersWrites()) {
      return "waited for"; // majority on a server that stands alone
    }
    BsonDocument config = ask("replSetGetConfig").getDocument("config", new BsonDocument());
    if (config.isEmpty()) {
      return "as the replica set's writeConcernMajorityJournalDefault says (unknown)";
    }
    boolean waits =
        config.getBoolean("writeConcernMajorityJournalDefault", BsonBoolean.TRUE).getValue();
    return waits ? "waited for (majority)" : "not waited for (writeConcernMajorityJournalDefault)";
  }

  private void reads() {
    BsonDocument concern = conventions.read().getDocument("readConcern", new BsonDocument());
    if (concern.isEmpty()) {
      BsonDocument level =
          ask("getDefaultRWConcern").getDocument("defaultReadConcern", new BsonDocument());
      values.put(
          "read concern",
          (level.isEmpty() ? new BsonDocument("level", new BsonString("local")) : level).toJson()
              + " (the server's default)");
    } else {
      values.put("read concern", concern.toJson() + " (from the URL)");
    }
    values.put("read preference", url.readPreference().toDocument().toJson());
  }

  private BsonDocument ask(String question) {
    return ask(new BsonDocument(question, new BsonInt32(1)));
  }

  /** An empty document where the server does not know the question or this user may not ask. */
  private BsonDocument ask(BsonDocument question) {
    try {
      return client.getDatabase("admin").runCommand(question, BsonDocument.class);
    } catch (com.mongodb.MongoCommandException e) {
      return new BsonDocument();
    } catch (MongoException e) {
      warnings.add(
          "The server did not answer "
              + question.getFirstKey()
              + ": "
              + Errors.oneLine(e.getMessage()));
      return new BsonDocument();
    }
  }

  private static String text(BsonDocument document, String field) {
    @Nullable BsonString value = document.getString(field, null);
    return value == null ? UNKNOWN : value.getValue();
  }
}
