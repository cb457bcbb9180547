package io.stallmark.mongo;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoInterruptedException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.mongo.connect.MongoUrl;
import io.stallmark.mongo.connect.ServerContact;
import io.stallmark.mongo.connect.ServerTopology;
import io.stallmark.mongo.replay.MongoReplayTarget;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.TableState;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/** An open database: one driver client whose connection pool serves all sessions. Thread-safe. */
final class MongoDb implements Database, Replayable {

  private static final BsonDocument PING = new BsonDocument("ping", new BsonInt32(1));

  private final MongoClient client;
  private final MongoUrl url;
  private final @Nullable EmbeddedMongo embedded;
  private final MongoDatabase database;
  private final MongoErrors errors;
  private final MongoCollections collections;
  private final ServerTopology topology;
  private final Set<Capability> capabilities;
  private final MongoSession.Conventions conventions;
  private final MongoReplayTarget replayTarget;

  private MongoDb(
      MongoClient client, ServerContact contact, MongoUrl url, @Nullable EmbeddedMongo embedded)
      throws DbException {
    this.client = client;
    this.url = url;
    this.embedded = embedded;
    database = client.getDatabase(url.database());
    errors = new MongoErrors(url.endpoint(), client::getClusterDescription);
    collections = new MongoCollections(database, errors);
    await(contact);
    ping();
    topology = ServerTopology.of(client);
    checkRoom();
    capabilities = CapabilityProbe.run(client, database, errors);
    conventions = conventions(url, topology, capabilities);
    replayTarget =
        new MongoReplayTarget(
            client,
            errors,
            new MongoReplayTarget.Features(
                topology.hasSessions(),
                conventions.numbered(),
                topology.hasSessions() && capabilities.contains(Capability.TRANSACTIONS)));
  }

  /** Connects to the server. Closes the client if that fails. */
  static MongoDb open(MongoUrl url, @Nullable EmbeddedMongo embedded) throws DbException {
    ServerContact contact = new ServerContact();
    MongoClient client =
        MongoClients.create(
            MongoClientSettings.builder(url.settings())
                .applyToClusterSettings(cluster -> cluster.addClusterListener(contact))
                .build());
    try {
      return new MongoDb(client, contact, url, embedded);
    } catch (DbException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private void await(ServerContact contact) throws DbException {
    try {
      contact.await(
          url.settings().getClusterSettings().getServerSelectionTimeout(TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.translate(new MongoInterruptedException("Interrupted while connecting", e));
    }
    if (!ServerContact.isMade(client.getClusterDescription())) {
      throw errors.unreachable();
    }
  }

  private static MongoSession.Conventions conventions(
      MongoUrl url, ServerTopology topology, Set<Capability> capabilities) {
    BsonDocument read = new BsonDocument();
    ReadConcern readConcern = url.readConcern();
    if (readConcern != null && !readConcern.isServerDefault()) {
      read.append("readConcern", readConcern.asDocument());
    }
    BsonDocument write = new BsonDocument();
    WriteConcern writeConcern = url.writeConcern();
    if (writeConcern != null && !writeConcern.isServerDefault()) {
      write.append("writeConcern", writeConcern.asDocument());
    }
    return new MongoSession.Conventions(
        read,
        write,
        url.numberWrites() && topology.numbersWrites(),
        url.readPreference(),
        capabilities,
        capabilities.contains(Capability.TRANSACTIONS) ? transactionOptions(url) : null);
  }

  /**
   * Returns the transaction options: those of the URL, otherwise snapshot read concern and majority
   * write concern.
   */
  static TransactionOptions transactionOptions(MongoUrl url) {
    return TransactionOptions.builder()
        .readConcern(url.readConcern() == null ? ReadConcern.SNAPSHOT : url.readConcern())
        .writeConcern(url.writeConcern() == null ? WriteConcern.MAJORITY : url.writeConcern())
        .readPreference(ReadPreference.primary())
        .build();
  }

  /** A time series collection accepts neither upserts nor writes in transactions. */
  @Override
  public Set<Capability> capabilities(TableLayout layout, Map<String, String> storage) {
    Set<Capability> these = EnumSet.copyOf(capabilities);
    if (layout instanceof TableLayout.TimeSeries) {
      these.removeAll(List.of(Capability.TRANSACTIONS, Capability.UPSERT));
    }
    return these;
  }

  @Override
  public Facts facts(List<Table> tables) throws DbException {
    return new MongoFacts(client, url, embedded != null, conventions)
        .collect(collections.storage(tables));
  }

  @Override
  public TableState inspect(Table table) throws DbException {
    return collections.inspect(table);
  }

  @Override
  public Table describe(String name) throws DbException {
    return collections.describe(name);
  }

  @Override
  public Table outline(String name) throws DbException {
    return collections.outline(name);
  }

  @Override
  public void create(Table table) throws DbException {
    collections.create(table);
  }

  @Override
  public void createIndexes(Table table) throws DbException {
    collections.createIndexes(table);
  }

  @Override
  public void drop(Table table) throws DbException {
    collections.drop(table);
  }

  @Override
  public Optional<TableSize> size(List<Table> tables, boolean settled) throws DbException {
    return collections.size(tables, settled ? client.getDatabase("admin") : null);
  }

  @Override
  public OptionalLong rowCount(Table table) throws DbException {
    return collections.rowCount(table);
  }

  @Override
  public Optional<ServerProcess> serverProcess() {
    return embedded == null
        ? new AdminCommands(client, new ArrayList<>()).process()
        : Optional.empty();
  }

  /**
   * Opens a session. Sends a ping first, so that a reconnecting client detects an unavailable
   * server.
   */
  @Override
  public Session session() throws DbException {
    ping();
    return new MongoSession(
        database, client.getDatabase("admin"), startSession(), conventions, errors);
  }

  /** Returns false: the driver has a pool. */
  @Override
  public boolean sessionIsConnection() {
    return false;
  }

  @Override
  public void configure(String statement) throws DbException {
    BsonDocument command;
    try {
      command = BsonDocument.parse(statement);
    } catch (JsonParseException e) {
      throw new DbException(DbException.Kind.FATAL, "JSON", "it is not a command as JSON", e);
    }
    errors.translated(() -> client.getDatabase("admin").runCommand(command));
  }

  /**
   * Returns false: the driver sends no statement to begin, because the first command carries {@code
   * startTransaction}.
   */
  @Override
  public boolean beginIsStatement() {
    return false;
  }

  /**
   * Starts a driver session without causal consistency, as the driver's implicit sessions; null:
   * the server has no sessions.
   */
  private @Nullable ClientSession startSession() throws DbException {
    if (!topology.hasSessions()) {
      return null;
    }
    ClientSessionOptions options = ClientSessionOptions.builder().causallyConsistent(false).build();
    return errors.translated(() -> client.startSession(options));
  }

  @Override
  public ReplayTarget replayTarget() {
    return replayTarget;
  }

  @Override
  public Counters counters() {
    return new MongoCounters(url.settings(), url.endpoint());
  }

  @Override
  public Optional<Cache> cache(Map<String, String> storage) throws DbException {
    return MongoEngineCache.of(client, errors);
  }

  /**
   * Refuses a run that needs more connections than the server has available. The pool would detect
   * it only later, at each connection.
   */
  private void checkRoom() throws DbException {
    long most =
        AdminCommands.number(
                new AdminCommands(client, new ArrayList<>()).ask("serverStatus"),
                "connections",
                "available")
            .orElse(Long.MAX_VALUE);
    if (most < url.connections()) {
      throw DbException.refused(
          "CONNECTIONS",
          Text.format(
              "%s accepts %d more connections, but the run needs %d: use fewer threads or raise the server's maxIncomingConnections",
              url.endpoint(), most, url.connections()));
    }
  }

  private void ping() throws DbException {
    errors.translated(() -> database.runCommand(PING));
  }

  @Override
  public void close() {
    replayTarget.close();
    client.close();
    if (embedded != null) {
      embedded.close();
    }
  }
}
