package io.stallmark.it;

/** MongoDB 6 as a replica set. */
final class MongoStallsIT extends Stalls {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }
}
