package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;

/** MongoDB 6.0. */
@Thorough
final class MongoJmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return SharedServer.MONGO.emptied();
  }
}
