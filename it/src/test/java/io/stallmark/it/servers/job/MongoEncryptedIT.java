package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;
import io.stallmark.it.Thorough;

/** MongoDB 6.0, a replica set of one. */
@Thorough // MySql9EncryptedIT has the contract
final class MongoEncryptedIT extends EncryptionContract {
  @Override
  Server start(ServerCertificate certificate) {
    return Server.encryptedMongo(certificate);
  }

  @Override
  String plainAnswer() {
    return "does it require TLS?";
  }
}
