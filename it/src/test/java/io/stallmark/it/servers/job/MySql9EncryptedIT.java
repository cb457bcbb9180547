package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;
import io.stallmark.jdbc.connect.ServerLogin;
import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.mysql.replay.MySqlReplayTarget;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Tls;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.trace.TraceRecord.Operation;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

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

  /** As a client of the library PyMySQL was recorded. */
  private static final Map<String, String> CLIENT =
      Map.of(
          "client-capabilities",
          "3ba28d",
          "server-capabilities",
          "dfffffff",
          "charset",
          "255",
          "schema",
          "recorded",
          "user",
          "app");

  private RawSession replaying(Tls tls) throws DbException {
    ServerUrl url = ServerUrl.parse(server().url(), "mysql://user@host/database");
    RawSession session =
        MySqlReplayTarget.of(new ServerLogin(url, "bench", new Secret(server().password()), tls))
            .session(CLIENT);
    session.connect();
    return session;
  }

  @Test
  void replay_needsTheRightCertificate_whereTheServerIsVerified() throws Exception {
    RawSession session = replaying(new Tls(Tls.Mode.VERIFY, certificate().ca()));
    byte[] query = "\3SELECT 1".getBytes(StandardCharsets.US_ASCII);
    assertThat(session.send(new Operation(1, 0, 1, query[0], query), null).rows()).isEqualTo(1);
    session.close();
    assertThatThrownBy(() -> replaying(new Tls(Tls.Mode.VERIFY, null)))
        .hasMessageContaining("TLS fails")
        .hasMessageContaining("certification path");
    assertThatThrownBy(() -> replaying(Tls.UNSAID))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.kind()).isEqualTo(DbException.Kind.REFUSED))
        .hasMessageContaining("insecure transport");
  }
}
