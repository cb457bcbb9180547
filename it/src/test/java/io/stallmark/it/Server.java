package io.stallmark.it;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.BlkioRateDevice;
import com.github.dockerjava.api.model.HostConfig;
import io.stallmark.plan.Registry;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.mysql.MySQLContainer;

/**
 * A real server in a container, started from an image that {@code it/containers.sh} pulls or
 * builds.
 *
 * @param url without a password
 * @param password to be given to Stallmark by the environment; it must not turn up anywhere
 * @param storage what {@code --storage} is to say
 */
public record Server(
    GenericContainer<?> container, String url, String password, Map<String, String> storage)
    implements AutoCloseable {

  /** Awkward on purpose: it passes through URLs, shells, JSON and SQL. */
  private static final String PASSWORD = "s3cr3t'c@nary%2F";

  public static final int MONGO_PORT = 27017;

  private static final int POSTGRESQL_PORT = 5432;

  @Override
  public void close() {
    container.close();
  }

  public String host() {
    return container.getHost();
  }

  /**
   * Opens the benchmark's database through its binding, in this JVM.
   *
   * @param driver what {@code --driver} would say; null: the scheme's own
   */
  public Database open(@Nullable String driver) throws DbException {
    return Registry.load()
        .bindingFor(url)
        .orElseThrow()
        .open(new Target(url, new Secret(password), driver, Tls.UNSAID, 4));
  }

  /** The URL of another database on this server. */
  public String url(String database) {
    return url.replaceFirst("/bench(?=$|\\?)", "/" + database);
  }

  /**
   * By the container's own address: a restart gives it another port on the host. The network is
   * this JVM's, so that no server of another JVM gets the address of a killed one.
   */
  public String ownUrl() {
    var networks = container.getCurrentContainerInfo().getNetworkSettings().getNetworks();
    String address = networks.values().iterator().next().getIpAddress();
    int port = container.getExposedPorts().get(0);
    return url.replace(host() + ":" + container.getMappedPort(port), address + ":" + port);
  }

  /** Ends the server's process by SIGKILL, and returns when it has ended; its files stay. */
  public void kill() {
    DockerClient docker = container.getDockerClient();
    docker.killContainerCmd(container.getContainerId()).withSignal("KILL").exec();
    int status = docker.waitContainerCmd(container.getContainerId()).start().awaitStatusCode();
    if (status != 128 + 9) {
      throw new IllegalStateException("the server ended by itself, with " + status);
    }
  }

  /**
   * Waits until something holds of the server that starts; an exception says that it does not yet.
   *
   * @throws AssertionError with its log, if its container has ended
   */
  public void until(Callable<Boolean> condition) {
    Awaitility.await()
        .forever()
        .until(
            () -> {
              if (!container.isRunning()) {
                throw new AssertionError("the server has ended: " + container.getLogs());
              }
              try {
                return condition.call();
              } catch (Exception e) {
                return false;
              }
            });
  }

  /**
   * Starts a killed server on its files, and returns at once; it will answer by its own address.
   */
  public Server startAgain() {
    container.getDockerClient().startContainerCmd(container.getContainerId()).exec();
    return at(ownUrl());
  }

  /** The same server with this storage. */
  public Server storing(Map<String, String> other) {
    return new Server(container, url, password, other);
  }

  /** The same server by another URL. */
  public Server at(String other) {
    return new Server(container, other, password, storage);
  }

  /** How the command line names the storage; null when there is nothing to say. */
  public String storageOption() {
    return storage.isEmpty()
        ? null
        : String.join(
            ",", storage.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }

  public static Server mysql9(String... options) {
    return sql("stallmark/mysql:9", Map.of(), container -> {}, options);
  }

  /** One whose process is not found on this machine: it calls its own by another name. */
  public static Server unseenMysql9() {
    return sql(
        "stallmark/mysql:9",
        Map.of(),
        container ->
            container.withCreateContainerCmdModifier(command -> command.withHostName("db1")));
  }

  public static Server mariadb(Map<String, String> storage, String... options) {
    return sql("stallmark/mariadb:10.11", storage, container -> {}, options);
  }

  public static Server tokudb() {
    return sql("stallmark/tokudb:10.5", Map.of("engine", "TokuDB"), container -> {});
  }

  /** One in whose control group the kernel counts reads and writes. */
  public static Server measured(String image, String... options) {
    return sql(image, Map.of(), Server::countIo, options);
  }

  /**
   * The same of MongoDB, past the page cache. {@code direct_io} is of WiredTiger's data, not of its
   * log.
   */
  public static Server measuredMongo() {
    MongoReplicaSet container =
        new MongoReplicaSet("--wiredTigerEngineConfigString", "direct_io=[data]");
    countIo(container);
    container.start();
    return mongo(container);
  }

  /** Linux counts that of a group of version 1 only where something is limited, since 6.10. */
  private static void countIo(GenericContainer<?> container) {
    container.withCreateContainerCmdModifier(
        command -> {
          HostConfig host = Objects.requireNonNull(command.getHostConfig());
          String root = DockerClientFactory.instance().getInfo().getDockerRootDir();
          try {
            String disk = "/dev/" + KernelCounters.diskUnder(Path.of(Objects.requireNonNull(root)));
            host.withBlkioDeviceReadBps(
                List.of(new BlkioRateDevice().withPath(disk).withRate(Long.MAX_VALUE >> 20)));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** MySQL 9 or MariaDB with this certificate. */
  public static Server encryptedSql(String image, ServerCertificate certificate) {
    Server server =
        sql(
            image,
            Map.of(),
            container -> container.withCopyToContainer(certificate.whole(), ServerCertificate.PATH),
            "--ssl-ca=" + ServerCertificate.PATH,
            "--ssl-cert=" + ServerCertificate.PATH,
            "--ssl-key=" + ServerCertificate.PATH);
    requireEncryption(server);
    return server;
  }

  /** Not at the start: the container's own look at whether it is ready is a plain connection. */
  private static void requireEncryption(Server server) {
    try {
      server.execute("SET GLOBAL require_secure_transport = ON");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The administrator of a SQL server, by a plain connection. */
  public Connection root() throws SQLException {
    if (url.startsWith("postgresql:")) {
      return postgresqlRoot("postgres");
    }
    String jdbc =
        url.replaceFirst("^\\w+://bench@", "jdbc:mysql://").replaceFirst("\\?.*", "")
            + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    return DriverManager.getConnection(jdbc, "root", password);
  }

  /** Executes statements as the administrator. */
  public void execute(String... statements) throws SQLException {
    try (Connection root = root();
        Statement sql = root.createStatement()) {
      for (String each : statements) {
        sql.execute(each);
      }
    }
  }

  /** The administrator of PostgreSQL, in a database. */
  public Connection postgresqlRoot(String database) throws SQLException {
    String jdbc = "jdbc:" + url(database).replace("//bench@", "//");
    return DriverManager.getConnection(jdbc, "postgres", password);
  }

  /** The same server by another scheme, and so by another driver. */
  public Server by(String scheme) {
    return at(url.replaceFirst("^\\w+", scheme));
  }

  /** MySQLContainer for MariaDB too: the other class waits through MariaDB's driver. */
  private static Server sql(
      String image,
      Map<String, String> storage,
      Consumer<MySQLContainer> further,
      String... options) {
    MySQLContainer container =
        new MySQLContainer(ServerImages.present(image).asCompatibleSubstituteFor("mysql"))
            .withDatabaseName("bench")
            .withUsername("bench")
            .withPassword(PASSWORD);
    container.withNetwork(Network.SHARED).withCommand(options);
    further.accept(container);
    container.start();
    String url =
        "mysql://bench@" + container.getHost() + ":" + container.getMappedPort(3306) + "/bench";
    return new Server(container, url, PASSWORD, storage);
  }

  public static Server postgresql(String... options) {
    return postgresql("15", container -> {}, options);
  }

  /**
   * PostgreSQL that asks for no password. Without the optimizing compiler, which tests do not use,
   * the thousands of hashes of a login take a client a tenth of a second.
   */
  public static Server trustingPostgresql() {
    return postgresql("15", container -> container.withEnv("POSTGRES_HOST_AUTH_METHOD", "trust"));
  }

  /** The newest PostgreSQL of Debian. */
  public static Server newestPostgresql() {
    return postgresql("new", container -> {});
  }

  /** PostgreSQL with this certificate, which takes no plain connections. */
  public static Server encryptedPostgresql(ServerCertificate certificate) {
    return postgresql(
        "15",
        container ->
            container
                .withCopyToContainer(certificate.whole(), "/server.pem")
                .withEnv("POSTGRES_HBA_TYPE", "hostssl"),
        "-c",
        "ssl=on",
        "-c",
        "ssl_cert_file=/var/lib/postgresql/server.pem",
        "-c",
        "ssl_key_file=/var/lib/postgresql/server.pem");
  }

  private static Server postgresql(
      String version, Consumer<GenericContainer<?>> further, String... options) {
    GenericContainer<?> container =
        new GenericContainer<>(ServerImages.present("stallmark/postgresql:" + version))
            .withEnv("POSTGRES_USER", "bench")
            .withEnv("POSTGRES_PASSWORD", PASSWORD)
            .withNetwork(Network.SHARED)
            .withExposedPorts(POSTGRESQL_PORT)
            .withCommand(options)
            .waitingFor(Wait.forLogMessage(".*database system is ready to accept.*", 1));
    further.accept(container);
    container.start();
    String url =
        "postgresql://bench@"
            + container.getHost()
            + ":"
            + container.getMappedPort(POSTGRESQL_PORT)
            + "/bench";
    return new Server(container, url, PASSWORD, Map.of());
  }

  public static Server mongoReplicaSet(String... options) {
    MongoReplicaSet container = new MongoReplicaSet(options);
    container.start();
    return mongo(container);
  }

  /** A replica set of three, by the addresses of its members. */
  public static Server mongoTriple() {
    MongoTriple container = new MongoTriple();
    container.start();
    String url = "mongodb://" + container.members() + "/bench?replicaSet=rs0";
    return new Server(container, url, PASSWORD, Map.of());
  }

  /**
   * A replica set of one that wants a login. Its user {@code bench} may read and write the
   * databases bench, free and shaped, and only read the database readonly.
   */
  public static Server mongoWithLogin(String... options) {
    return mongoWithLogin(container -> {}, options);
  }

  /** The same, and every connection must be encrypted. */
  public static Server encryptedMongo(ServerCertificate certificate) {
    return mongoWithLogin(
        container -> container.withCopyToContainer(certificate.whole(), ServerCertificate.PATH),
        "--tlsMode",
        "requireTLS",
        "--tlsCertificateKeyFile",
        ServerCertificate.PATH);
  }

  private static Server mongoWithLogin(Consumer<GenericContainer<?>> further, String... options) {
    MongoWithLogin container = new MongoWithLogin(PASSWORD, options);
    further.accept(container);
    container.start();
    Server open = mongo(container);
    return new Server(
        container,
        open.url().replace("mongodb://", "mongodb://bench@") + "&authSource=admin",
        PASSWORD,
        Map.of());
  }

  /** FerretDB in front of PostgreSQL with DocumentDB. */
  public static Server documentdb() {
    GenericContainer<?> container =
        new GenericContainer<>(ServerImages.present("stallmark/documentdb:2.7"))
            .withNetwork(Network.SHARED)
            .withExposedPorts(MONGO_PORT)
            .waitingFor(Wait.forLogMessage(".*Listening on TCP.*", 1));
    container.start();
    return mongo(container);
  }

  public static Server mongo(GenericContainer<?> container) {
    String url =
        "mongodb://"
            + container.getHost()
            + ":"
            + container.getMappedPort(MONGO_PORT)
            + "/bench?directConnection=true";
    return new Server(container, url, PASSWORD, Map.of());
  }
}
