package io.stallmark.it;

/** MongoDB 6.0. */
final class MongoJmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }
}
