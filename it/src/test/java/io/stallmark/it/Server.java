package io.stallmark.it;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.Map;
import org.bson.Document;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A real server in a container, started from an image that {@code it/containers.sh} pulls or
 * builds.
 *
 * @param url without a password
 * @param password to be given to Stallmark by the environment; it must not turn up anywhere
 * @param storage what {@code --storage} is to say
 */
record Server(
    GenericContainer<?> container, String url, String password, Map<String, String> storage)
    implements AutoCloseable {

  /** Awkward on purpose: it passes through URLs, shells, JSON and SQL. */
  private static final String PASSWORD = "s3cr3t'c@nary%2F";

  private static final int MONGO_PORT = 27017;

  @Override
  public void close() {
    container.close();
  }

  String host() {
    return container.getHost();
  }

  /** How the command line names the storage; null when there is nothing to say. */
  String storageOption() {
    return storage.isEmpty()
        ? null
        : String.join(
            ",", storage.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }

  static Server mysql9(String... options) {
    return sql("stallmark/mysql:9", Map.of(), options);
  }

  static Server mariadb(Map<String, String> storage, String... options) {
    return sql("stallmark/mariadb:10.11", storage, options);
  }

  static Server tokudb() {
    return sql("stallmark/tokudb:10.5", Map.of("engine", "TokuDB"));
  }

  /** MySQLContainer for MariaDB too: the other class waits through MariaDB's driver. */
  private static Server sql(String image, Map<String, String> storage, String... options) {
    MySQLContainer container =
        new MySQLContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("mysql"))
            .withDatabaseName("bench")
            .withUsername("bench")
            .withPassword(PASSWORD);
    container.withCommand(options);
    container.start();
    String url =
        "mysql://bench@" + container.getHost() + ":" + container.getMappedPort(3306) + "/bench";
    return new Server(container, url, PASSWORD, storage);
  }

  static Server mongoReplicaSet() {
    ReplicaSet container = new ReplicaSet();
    container.start();
    return mongo(container);
  }

  /** FerretDB in front of PostgreSQL with DocumentDB. */
  static Server documentdb() {
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse("stallmark/documentdb:2.7"))
            .withExposedPorts(MONGO_PORT)
            .waitingFor(Wait.forLogMessage(".*Listening on TCP.*", 1));
    container.start();
    return mongo(container);
  }

  private static Server mongo(GenericContainer<?> container) {
    String url =
        "mongodb://"
            + container.getHost()
            + ":"
            + container.getMappedPort(MONGO_PORT)
            + "/bench?directConnection=true";
    return new Server(container, url, PASSWORD, Map.of());
  }

  /**
   * A replica set of one, initiated through the driver: MongoDBContainer.withReplicaSet() wants
   * mongosh in the image.
   */
  private static final class ReplicaSet extends GenericContainer<ReplicaSet> {

    ReplicaSet() {
      super(DockerImageName.parse("stallmark/mongo:6.0"));
      withExposedPorts(MONGO_PORT)
          .withCommand("--replSet", "rs0", "--wiredTigerCacheSizeGB", "0.25")
          .waitingFor(Wait.forLogMessage("(?i).*waiting for connections.*", 1));
    }

    @Override
    protected void containerIsStarted(InspectContainerResponse info) {
      try (MongoClient client = MongoClients.create(mongo(this).url())) {
        var admin = client.getDatabase("admin");
        admin.runCommand(
            Document.parse(
                "{replSetInitiate: {_id: 'rs0', members: [{_id: 0, host: 'localhost:27017'}]}}"));
        Document hello = new Document("hello", 1);
        while (!admin.runCommand(hello).getBoolean("isWritablePrimary")) {
          Thread.onSpinWait(); // an election of one takes milliseconds; the test has a time limit
        }
      }
    }
  }
}
