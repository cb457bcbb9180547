package io.stallmark.mongo;

import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.selector.ServerSelector;
import java.util.Comparator;
import java.util.List;

/**
 * Gives a thread the same one of several suitable servers every time, and different threads
 * different ones. A cursor lives on one server, and the command that continues it must get there:
 * with secondaries to read from, or several routers, the driver would choose anew for each command.
 * Stateless.
 */
final class SameServer implements ServerSelector {

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
