package io.stallmark.it;

/** MongoDB 6.0, a replica set of one. */
final class MongoReplicaSetContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.mongoReplicaSet();
  }
}
