package io.stallmark.mongo.connect;

import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import com.mongodb.selector.ServerSelector;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the driver found at the address.
 *
 * @param words for the report
 * @param hasSessions whether the server knows logical sessions
 * @param numbersWrites whether it takes a {@code txnNumber}: by the rule of the retryable writes
 *     specification, not if it stands alone
 */
public record ServerTopology(String words, boolean hasSessions, boolean numbersWrites) {

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
    return new ServerTopology(words(types, names, known), sessions, sessions && !types.isEmpty());
  }

  private static String words(Set<ServerType> types, Set<String> names, int known) {
    if (types.contains(ServerType.SHARD_ROUTER)) {
      return "sharded cluster, " + known + " routers";
    }
    if (types.contains(ServerType.LOAD_BALANCER)) {
      return "behind a load balancer";
    }
    if (types.isEmpty()) {
      return "standalone";
    }
    return "replica set "
        + String.join(", ", names)
        + ", connected to "
        + known
        + (known == 1 ? " member" : " members");
  }

  /**
   * Gives a thread the same one of several suitable servers every time, and different threads
   * different ones. A cursor lives on one server, and the command that continues it must get there:
   * with secondaries to read from, or several routers, the driver would choose anew for each
   * command. Stateless.
   */
  static final class SameServer implements ServerSelector {

    /** The driver hands in the servers that suit the operation. */
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
