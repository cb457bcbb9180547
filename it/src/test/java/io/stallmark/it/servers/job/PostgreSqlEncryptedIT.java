package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;
import io.stallmark.it.Thorough;

/** PostgreSQL 15. */
@Thorough
final class PostgreSqlEncryptedIT extends EncryptionContract {
  @Override
  Server start(ServerCertificate certificate) {
    return Server.encryptedPostgresql(certificate);
  }

  @Override
  String plainAnswer() {
    return "--tls required";
  }

  /** Not a test: traffic of PostgreSQL cannot be recorded. */
  @Override
  void recordingIsEncryptedOnBothSides() {}
}
