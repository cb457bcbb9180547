package io.stallmark.mongo.connect;

import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import com.mongodb.selector.ServerSelector;
import io.stallmark.text.Text;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Topology that the driver has detected.
 *
 * @param description description for the report
 * @param hasSessions whether the server supports logical sessions
 * @param numbersWrites whether the server accepts a {@code txnNumber}; by the retryable writes
 *     specification, a standalone server does not
 */
public record ServerTopology(String description, boolean hasSessions, boolean numbersWrites) {

  private static final Set<ServerType> MEMBERS =
      EnumSet.of(
          ServerType.REPLICA_SET_PRIMARY,
          ServerType.REPLICA_SET_SECONDARY,
          ServerType.SHARD_ROUTER,
          ServerType.LOAD_BALANCER);

  public static ServerTopology of(MongoClient client) {
    ClusterDescription cluster = client.getClusterDescription();
    Set<ServerType> types = EnumSet.noneOf(ServerType.class);
    Set<String> names = new TreeSet<>();
    int known = 0;
    for (ServerDescription server : cluster.getServerDescriptions()) {
      if (server.isOk()) {
        known++;
        types.add(server.getType());
        if (server.getSetName() != null) {
          names.add(server.getSetName());
        }
      }
    }
    boolean sessions = cluster.getLogicalSessionTimeoutMinutes() != null;
    types.retainAll(MEMBERS);
    return new ServerTopology(text(types, names, known), sessions, sessions && !types.isEmpty());
  }

  private static String text(Set<ServerType> types, Set<String> names, int known) {
    if (types.contains(ServerType.SHARD_ROUTER)) {
      return "sharded cluster, " + known + " routers";
    }
    if (types.contains(ServerType.LOAD_BALANCER)) {
      return "behind a load balancer";
    }
    if (types.isEmpty()) {
      return "standalone";
    }
    return Text.format(
        "replica set %s, connected to %d %s",
        String.join(", ", names), known, known == 1 ? "member" : "members");
  }

  /**
   * Selects one of several suitable servers by the thread: always the same server for a thread,
   * different servers for different threads. A cursor exists on one server only, and the command
   * that continues it must reach that server. With reads from secondaries or several routers, the
   * driver would select a server for each command. Stateless.
   */
  static final class SameServer implements ServerSelector {

    /** Called by the driver with the servers that are suitable for the operation. */
    @Override
    public List<ServerDescription> select(ClusterDescription suitable) {
      List<ServerDescription> servers = suitable.getServerDescriptions();
      if (servers.size() < 2) {
        return servers;
      }
      List<ServerDescription> sorted =
          servers.stream()
              .sorted(Comparator.comparing(server -> server.getAddress().toString()))
              .toList();
      int mine = (int) (Thread.currentThread().getId() % sorted.size());
      return List.of(sorted.get(mine));
    }
  }
}
