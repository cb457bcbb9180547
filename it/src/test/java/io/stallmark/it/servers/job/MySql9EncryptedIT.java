package io.stallmark.it.servers.job;

import io.stallmark.it.Certificate;
import io.stallmark.it.Server;

/** MySQL 9. */
final class MySql9EncryptedIT extends Encrypted {
  @Override
  Server start(Certificate certificate) {
    return Server.encryptedSql("stallmark/mysql:9", certificate);
  }

  @Override
  String plainAnswer() {
    return "--tls required";
  }
}
