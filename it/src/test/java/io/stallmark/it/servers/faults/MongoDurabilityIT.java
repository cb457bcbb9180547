package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;

/** MongoDB 6.0, a replica set of one, by the write concern in the URL. */
@Thorough
final class MongoDurabilityIT extends DurabilityContract {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }

  @Override
  List<String> durable() {
    return List.of("w=majority&journal=true", "w=1&journal=true");
  }

  @Override
  List<String> notDurable() {
    return List.of("w=1&journal=false", "w=majority&journal=false");
  }

  @Override
  Server with(Server running, String setting) {
    return running.at(running.url() + "&" + setting);
  }
}
