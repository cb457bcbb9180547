package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;

/** MySQL 9. */
final class MySql9EncryptedIT extends EncryptionContract {
  @Override
  Server start(ServerCertificate certificate) {
    return Server.encryptedSql("stallmark/mysql:9", certificate);
  }

  @Override
  String plainAnswer() {
    return "--tls required";
  }
}
