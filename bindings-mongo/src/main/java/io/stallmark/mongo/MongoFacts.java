package io.stallmark.mongo;

import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import io.stallmark.mongo.connect.MongoUrl;
import io.stallmark.mongo.connect.ServerTopology;
import io.stallmark.spi.server.Facts;
import io.stallmark.text.TextResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Description of the server and of the connection for the report. A value that the server does not
 * report, or not to this user, is "unknown".
 */
final class MongoFacts {

  private static final String UNKNOWN = "unknown";
  private static final BsonString MAJORITY = new BsonString("majority");

  private final MongoUrl url;
  private final boolean embedded;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private final AdminCommands admin;

  private final ServerTopology topology;
  private final MongoSession.Conventions conventions;

  MongoFacts(
      MongoClient client, MongoUrl url, boolean embedded, MongoSession.Conventions conventions) {
    this.url = url;
    this.embedded = embedded;
    this.conventions = conventions;
    topology = ServerTopology.of(client);
    admin = new AdminCommands(client, warnings);
  }

  /**
   * Collects the facts and warnings.
   *
   * @param collections storage of the inspected collections, one line per kind
   */
  Facts collect(List<String> collections) {
    if (embedded) {
      warnings.add(EmbeddedMongo.WARNING);
    }
    boolean genuine = server();
    values.put("topology", topology.description());
    values.put("database", url.database() + (url.databaseNamed() ? "" : " (the URL names none)"));
    connection();
    engine();
    concerns(genuine);
    values.put("collections", collections.isEmpty() ? UNKNOWN : String.join("; ", collections));
    return new Facts(values, warnings);
  }

  /** Adds the server's name and version. Returns whether the server is MongoDB. */
  private boolean server() {
    BsonDocument build = admin.ask("buildInfo");
    String version = AdminCommands.text(build, UNKNOWN, "version");
    if (build.containsKey("ferretdb")) {
      name("FerretDB", AdminCommands.text(build, UNKNOWN, "ferretdb", "version"));
    } else if (embedded) {
      name("mongo-java-server", built("embedded"));
    } else if (build.containsKey("gitVersion")) {
      name("MongoDB", version);
      return true;
    } else {
      name("unknown, not MongoDB", UNKNOWN);
    }
    values.put("speaks as", "MongoDB " + version);
    return false;
  }

  private void name(String server, String version) {
    values.put("server", server);
    values.put("version", version);
  }

  /**
   * Returns a version that the build writes to a resource. A runnable jar contains no other record
   * of it.
   */
  private static String built(String key) {
    return new TextResource(MongoFacts.class, "versions").get(key);
  }

  private void connection() {
    values.put("driver", built("driver") + ", raw commands");
    values.put(
        "connections",
        "one pool of up to " + url.settings().getConnectionPoolSettings().getMaxSize());
    boolean tls = url.settings().getSslSettings().isEnabled();
    values.put("TLS", tls ? "yes" : "no");
    if (tls && url.settings().getSslSettings().isInvalidHostNameAllowed()) {
      warnings.add("TLS is on, but the identity of the server is not verified.");
    }
    values.put("compression", compression());
    values.put("authentication", url.settings().getCredential() == null ? "none" : "yes");
  }

  /**
   * Returns the compressor that the server selects from those in the URL. The server's reply to
   * {@code hello} contains it.
   */
  private String compression() {
    if (url.compressors().isEmpty()) {
      return "none";
    }
    BsonArray asked = new BsonArray();
    url.compressors().forEach(name -> asked.add(new BsonString(name)));
    BsonArray agreed =
        admin
            .ask(new BsonDocument("hello", new BsonInt32(1)).append("compression", asked))
            .getArray("compression", new BsonArray());
    return agreed.isEmpty() ? "none" : agreed.get(0).asString().getValue();
  }

  private void engine() {
    BsonDocument status = admin.ask("serverStatus");
    values.put("storage engine", AdminCommands.text(status, UNKNOWN, "storageEngine", "name"));
    OptionalLong cache =
        AdminCommands.number(status, "wiredTiger", "cache", "maximum bytes configured");
    values.put("cache", cache.isEmpty() ? UNKNOWN : cache.getAsLong() / (1024 * 1024) + " MiB");
  }

  /**
   * Adds the effective write concern, journaling and read concern: the value in the URL, otherwise
   * the server's default. Defaults are written out, because the default of a replica set of 5.0 and
   * later (majority, which includes the journal) is several times slower than {@code w=1}.
   *
   * @param genuine whether the server is MongoDB, whose documented defaults apply
   */
  private void concerns(boolean genuine) {
    BsonDocument defaults = admin.ask("getDefaultRWConcern");
    WriteConcern said = url.writeConcern();
    BsonDocument write =
        said == null || said.isServerDefault()
            ? defaultOf(
                genuine, defaults, "defaultWriteConcern", new BsonDocument("w", new BsonInt32(1)))
            : said.asDocument();
    values.put("write concern", describe(write, conventions.write().isEmpty()));
    values.put("journal", write.isEmpty() ? UNKNOWN : journal(write));
    values.put(
        "txnNumber",
        conventions.numbered()
            ? "on writes to one document, as for retryable writes; nothing is retried"
            : "none");
    BsonDocument read =
        conventions.read().isEmpty()
            ? defaultOf(
                genuine,
                defaults,
                "defaultReadConcern",
                new BsonDocument("level", new BsonString("local")))
            : conventions.read().getDocument("readConcern");
    values.put("read concern", describe(read, conventions.read().isEmpty()));
    values.put("read preference", url.readPreference().toDocument().toJson());
    values.put("transactions", transactions());
  }

  private String transactions() {
    TransactionOptions options = conventions.transaction();
    if (options == null) {
      return "none with rollback (tested)";
    }
    ReadConcern read = options.getReadConcern();
    WriteConcern write = options.getWriteConcern();
    return "read concern "
        + (read == null ? UNKNOWN : read.asDocument().toJson())
        + ", write concern "
        + (write == null ? UNKNOWN : write.asDocument().toJson());
  }

  /**
   * Returns the server's default concern. A standalone MongoDB does not report it; then it is the
   * documented default.
   */
  private BsonDocument defaultOf(
      boolean genuine, BsonDocument defaults, String which, BsonDocument alone) {
    BsonDocument answer = defaults.getDocument(which, new BsonDocument());
    return answer.isEmpty() && genuine && !topology.numbersWrites() ? alone : answer;
  }

  private static String describe(BsonDocument concern, boolean serversDefault) {
    return (concern.isEmpty() ? UNKNOWN : concern.toJson())
        + (serversDefault ? " (the server's default)" : " (from the URL)");
  }

  /** Whether a write waits for the journal, because of {@code j} or because majority implies it. */
  private String journal(BsonDocument concern) {
    BsonValue journal = concern.get("j");
    if (journal != null) {
      return BsonBoolean.TRUE.equals(journal) ? "waited for" : "not waited for";
    }
    if (!MAJORITY.equals(concern.get("w"))) {
      return "not waited for";
    }
    if (!topology.numbersWrites()) {
      return "waited for";
    }
    BsonDocument config = admin.ask("replSetGetConfig").getDocument("config", new BsonDocument());
    if (config.isEmpty()) {
      return "as the replica set's writeConcernMajorityJournalDefault says (unknown)";
    }
    return config.getBoolean("writeConcernMajorityJournalDefault", BsonBoolean.TRUE).getValue()
        ? "waited for (by majority)"
        : "not waited for (writeConcernMajorityJournalDefault)";
  }
}
