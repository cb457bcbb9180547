package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;
import io.stallmark.it.Thorough;

/** MariaDB 10.11, through MariaDB's driver. */
@Thorough
final class MariaDbEncryptedIT extends EncryptionContract {
  @Override
  Server start(ServerCertificate certificate) {
    return Server.encryptedSql("stallmark/mariadb:10.11", certificate).by("mariadb");
  }

  @Override
  String plainAnswer() {
    return "--tls required";
  }
}
