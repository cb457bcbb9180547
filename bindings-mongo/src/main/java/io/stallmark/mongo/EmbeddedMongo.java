package io.stallmark.mongo;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.text.RefusedException;
import java.net.InetSocketAddress;
import java.util.logging.Level;
import java.util.logging.Logger;

/** mongo-java-server in this JVM, on the loopback interface, in memory only. */
final class EmbeddedMongo implements AutoCloseable {

  static final String URL = "embedded:mongo";

  static final String WARNING =
      "embedded:mongo is mongo-java-server, not a real engine: in memory, without secondary"
          + " indexes, transactions or durability. Use it for trials and tests only; its results"
          + " are not valid for MongoDB.";

  /** Netty's logger. Netty ignores SLF4J's no-operation provider and uses java.util.logging. */
  private static final Logger NETTY = Logger.getLogger("io.netty");

  private final MongoServer server;
  private final InetSocketAddress address;

  private EmbeddedMongo(MongoServer server) {
    this.server = server;
    address = server.bind();
  }

  /**
   * @throws RefusedException when the target has options, which this server does not have
   */
  static void check(Target target) {
    if (!target.url().equals(URL)) {
      throw new RefusedException(URL + " takes no options; got " + target.url());
    }
    if (target.tls().mode() != Tls.Mode.OFF && !target.tls().equals(Tls.UNSAID)) {
      throw new RefusedException(URL + " has no TLS: omit --tls and --tls-ca");
    }
  }

  static EmbeddedMongo start() {
    NETTY.setLevel(Level.OFF);
    return new EmbeddedMongo(new MongoServer(new MemoryBackend()));
  }

  /** Returns the target with the URL of this server. */
  Target target(Target target) {
    String url = "mongodb://" + address.getHostString() + ":" + address.getPort() + "/";
    return new Target(url, null, target.driver(), Tls.UNSAID, target.connections());
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
