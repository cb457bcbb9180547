package io.stallmark.it;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * MongoDB with authentication, a replica set of one. The first user of a server that wants a login
 * can only be made from within (the "localhost exception"), and the image has no shell of
 * MongoDB's: so the server runs without a login until its users are there, and then once more with
 * one.
 */
final class MongoWithLogin extends GenericContainer<MongoWithLogin> {

  private static final String SCRIPT =
      """
      if [ ! -e /data/db/key ]; then
        # The fewest hashes of a login: without the optimizing compiler they take a client long.
        entrypoint.sh mongod --replSet rs0 --wiredTigerCacheSizeGB 0.25 \\
          --setParameter scramSHA256IterationCount=5000 --setParameter scramIterationCount=5000
        head -c 90 /dev/urandom | base64 > /data/db/key
        chmod 400 /data/db/key
      fi
      exec entrypoint.sh mongod --replSet rs0 --wiredTigerCacheSizeGB 0.25 --auth \
        --keyFile /data/db/key "$@"
      """;

  private final String password;

  MongoWithLogin(String password, String... options) {
    super(ServerImages.present("stallmark/mongo:6.0"));
    this.password = password;
    List<String> command = List.of("sh", "-c", SCRIPT, "mongod");
    withNetwork(Network.SHARED);
    withExposedPorts(Server.MONGO_PORT)
        .withCommand(Stream.concat(command.stream(), Stream.of(options)).toArray(String[]::new))
        .waitingFor(Wait.forLogMessage("(?i).*waiting for connections.*", 1));
  }

  @Override
  protected void containerIsStarted(InspectContainerResponse info) {
    try (MongoClient client = MongoClients.create(Server.mongo(this).url())) {
      MongoReplicaSet.initiate(client);
      var admin = client.getDatabase("admin");
      admin.runCommand(user("root", List.of(role("root", "admin"))));
      admin.runCommand(
          user(
              "bench",
              List.of(
                  role("readWrite", "bench"),
                  role("readWrite", "free"),
                  role("readWrite", "shaped"),
                  role("read", "readonly"),
                  role("clusterMonitor", "admin"))));
    }
    try {
      ExecResult stop = execInContainer("sh", "-c", "kill $(cat /data/db/mongod.lock)");
      if (stop.getExitCode() != 0) {
        throw new IllegalStateException("the server is not stopped: " + stop);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    Awaitility.await()
        .forever()
        .until(
            () -> {
              String log = getLogs();
              if (!isRunning()) {
                throw new IllegalStateException("the server has ended: " + log);
              }
              return log.split("Transition to primary complete", -1).length == 3;
            });
  }

  private Document user(String name, List<Document> roles) {
    return new Document("createUser", name).append("pwd", password).append("roles", roles);
  }

  private static Document role(String role, String database) {
    return new Document("role", role).append("db", database);
  }
}
