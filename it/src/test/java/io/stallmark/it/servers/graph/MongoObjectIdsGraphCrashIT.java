package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;

/** MongoDB 6.0, a replica set of one, in the layout of the port of 2015. */
@Thorough
final class MongoObjectIdsGraphCrashIT extends GraphCrashContract {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }

  @Override
  String laidOut() {
    return "layout=object-ids";
  }

  @Override
  List<String> durable() {
    return List.of("w=majority&journal=true");
  }

  @Override
  List<String> notDurable() {
    return List.of();
  }

  @Override
  Server with(Server running, String setting) {
    return running.at(running.url() + "&serverSelectionTimeoutMS=1000&" + setting);
  }
}
