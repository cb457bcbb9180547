package io.stallmark.it.servers.job;

import io.stallmark.it.Server;

/** MongoDB 6.0. */
final class MongoJmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }
}
