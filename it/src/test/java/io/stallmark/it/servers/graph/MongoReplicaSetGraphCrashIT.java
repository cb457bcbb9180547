package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;

/** MongoDB 6.0, a replica set of one, by the write concern in the URL. */
@Thorough
final class MongoReplicaSetGraphCrashIT extends GraphCrashContract {

  private static final String NOTHING_SAID = "nothing said";

  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }

  /** A server of version 5.0 or later takes the second for w=majority. */
  @Override
  List<String> durable() {
    return List.of("w=majority&journal=true", NOTHING_SAID, "w=1&journal=true");
  }

  @Override
  List<String> notDurable() {
    return List.of("w=1&journal=false", "w=majority&journal=false");
  }

  /** Who writes need not wait long for a server that was killed. */
  @Override
  Server with(Server running, String setting) {
    Server impatient = running.at(running.url() + "&serverSelectionTimeoutMS=1000");
    return setting.equals(NOTHING_SAID) ? impatient : impatient.at(impatient.url() + "&" + setting);
  }
}
