package io.stallmark.mongo;

import com.mongodb.client.MongoClient;
import io.stallmark.mongo.connect.MongoUrl;
import io.stallmark.mongo.connect.ServerTopology;
import io.stallmark.spi.server.Facts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Description of the server and of the connection for the report. A value that the server does not
 * report, or not to this user, is "unknown".
 */
final class MongoFacts {

  private static final String UNKNOWN = "unknown";

  private final MongoUrl url;
  private final boolean embedded;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private final AdminCommands admin;

  MongoFacts(MongoClient client, MongoUrl url, boolean embedded) {
    this.url = url;
    this.embedded = embedded;
    admin = new AdminCommands(client, warnings);
  }

  /**
   * Collects the facts and warnings.
   *
   * @param collections storage of the inspected collections, one line per kind
   */
  Facts collect(
      ServerTopology topology, MongoSession.Conventions conventions, List<String> collections) {
    if (embedded) {
      warnings.add(EmbeddedMongo.WARNING);
    }
    boolean genuine = server();
    values.put("topology", topology.words());
    values.put("database", url.database() + (url.databaseNamed() ? "" : " (the URL names none)"));
    connection();
    engine();
    new ConcernOptions(admin, url, topology, genuine, conventions).describe(values);
    values.put("collections", collections.isEmpty() ? UNKNOWN : String.join("; ", collections));
    return new Facts(values, warnings);
  }

  /** Adds the server's name and version. Returns whether the server is MongoDB. */
  private boolean server() {
    BsonDocument build = admin.ask("buildInfo");
    String version = text(build, "version");
    if (build.containsKey("ferretdb")) {
      name("FerretDB", text(build.getDocument("ferretdb"), "version"));
    } else if (embedded) {
      name("mongo-java-server", built("embedded"));
    } else if (build.containsKey("gitVersion")) {
      name("MongoDB", version);
      return true;
    } else {
      name("unknown, no MongoDB", UNKNOWN);
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
    try (InputStream in = MongoFacts.class.getResourceAsStream("versions.properties")) {
      Properties versions = new Properties();
      versions.load(in);
      return versions.getProperty(key, UNKNOWN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void connection() {
    values.put("driver", built("driver") + ", raw commands");
    values.put(
        "connections",
        "one pool of up to " + url.settings().getConnectionPoolSettings().getMaxSize());
    boolean tls = url.settings().getSslSettings().isEnabled();
    values.put("TLS", tls ? "yes" : "no");
    if (tls && url.settings().getSslSettings().isInvalidHostNameAllowed()) {
      warnings.add("TLS is on, but it is not checked who the server is.");
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

  private static String text(BsonDocument document, String field) {
    return document.getString(field, new BsonString(UNKNOWN)).getValue();
  }
}
