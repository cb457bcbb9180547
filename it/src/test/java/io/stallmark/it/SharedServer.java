package io.stallmark.it;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server that all test classes of a JVM use, one after the other. It is started for the first of
 * them, and Testcontainers removes it when the JVM ends. A class that kills its server, or changes
 * its variables, has one for itself: see {@link Server}.
 */
public enum SharedServer {
  MYSQL(() -> Server.mysql9("--local-infile=1")),
  MARIADB(() -> Server.mariadb(Map.of(), "--rocksdb-override-cf-options=" + families())),
  TOKUDB(Server::tokudb),
  MONGO(Server::mongoReplicaSet),
  DOCUMENTDB(Server::documentdb),
  POSTGRESQL(Server::trustingPostgresql);

  private final Supplier<Server> start;
  private @Nullable Server started;

  SharedServer(Supplier<Server> start) {
    this.start = start;
  }

  /** Empties the benchmark's database, and starts the server if it does not run yet. */
  public synchronized Server emptied() {
    Server server = started;
    if (server == null) {
      server = start.get();
      started = server;
    } else {
      empty(server);
    }
    return server;
  }

  private static void empty(Server server) {
    if (server.url().startsWith("mongodb:")) {
      try (MongoClient client = MongoClients.create(server.url())) {
        client.getDatabase("bench").drop();
      }
      return;
    }
    boolean postgresql = server.url().startsWith("postgresql:");
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("DROP DATABASE bench" + (postgresql ? " WITH (FORCE)" : ""));
      sql.execute("CREATE DATABASE bench" + (postgresql ? " OWNER bench" : ""));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** MyRocks compresses by column family: one for each compressor that Debian's has. */
  private static String families() {
    return Stream.of(
            "cf_none kNoCompression",
            "cf_snappy kSnappyCompression",
            "cf_zlib kZlibCompression",
            "cf_lz4 kLZ4Compression",
            "cf_lz4hc kLZ4HCCompression",
            "cf_zstd kZSTD")
        .map(family -> family.replace(" ", "={compression=") + "}")
        .collect(Collectors.joining(";"));
  }
}
