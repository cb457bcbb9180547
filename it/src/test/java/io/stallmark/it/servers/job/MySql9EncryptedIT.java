package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** MySQL 9. */
final class MySql9EncryptedIT extends EncryptionContract {
  @Override
  Server start(ServerCertificate certificate) {
    return Server.encryptedSql("stallmark/mysql:9", certificate);
  }

  /** The next login of each user needs the whole password, for caching_sha2_password. */
  @Override
  void forgetLogins() throws SQLException {
    String url = server().url().replaceFirst("^\\w+://bench@", "jdbc:mysql://");
    try (Connection root =
            DriverManager.getConnection(url + "?sslMode=REQUIRED", "root", server().password());
        Statement sql = root.createStatement()) {
      sql.execute("FLUSH PRIVILEGES");
    }
  }

  @Override
  String plainAnswer() {
    return "--tls required";
  }
}
