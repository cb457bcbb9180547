package io.stallmark.it.servers.job;

import io.stallmark.it.Certificate;
import io.stallmark.it.Server;

/** MongoDB 6.0, a replica set of one. */
final class MongoEncryptedIT extends Encrypted {
  @Override
  Server start(Certificate certificate) {
    return Server.encryptedMongo(certificate);
  }

  @Override
  String plainAnswer() {
    return "does it want TLS?";
  }
}
