package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;
import io.stallmark.it.SharedServer;
import io.stallmark.jdbc.connect.ServerLogin;
import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.mysql.replay.MySqlReplayTarget;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Tls;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** MySQL 9, with caching_sha2_password. */
final class MySqlRawSessionIT extends RawSessionContract {

  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  @Override
  int longest() {
    return 20_000_000;
  }

  @Test
  void serverThatIsVerified_needsTheRightCertificate(@TempDir Path directory) throws Exception {
    ServerCertificate certificate = ServerCertificate.make(directory);
    try (Server encrypted = Server.encryptedSql("stallmark/mysql:9", certificate)) {
      RawSession session =
          session(target(encrypted, new Tls(Tls.Mode.VERIFY, certificate.ca())), Client.PYMYSQL);
      assertThat(query(session, Client.PYMYSQL, "SELECT 1").rows()).isEqualTo(1);
      ReplayTarget other = target(encrypted, new Tls(Tls.Mode.VERIFY, null));
      assertThatThrownBy(() -> session(other, Client.PYMYSQL))
          .hasMessageContaining("TLS fails")
          .hasMessageContaining("certification path");
      ReplayTarget plain = target(encrypted, Tls.UNSAID);
      assertThatThrownBy(() -> session(plain, Client.PYMYSQL))
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
          .hasMessageContaining("insecure transport");
    }
  }

  private static ReplayTarget target(Server server, Tls tls) throws DbException {
    ServerUrl url = ServerUrl.parse(server.url(), "mysql://user@host/database");
    return MySqlReplayTarget.of(new ServerLogin(url, "bench", new Secret(server.password()), tls));
  }

  /** The first login after FLUSH PRIVILEGES needs the whole password, the second one a proof. */
  @ParameterizedTest
  @EnumSource(
      value = Tls.Mode.class,
      names = {"OFF", "REQUIRED"})
  void firstAndSecondLogin_succeed(Tls.Mode mode) throws Exception {
    try (Database database = open(new Tls(mode, null));
        Connection root = server().root();
        Statement sql = root.createStatement()) {
      sql.execute("FLUSH PRIVILEGES");
      for (int login = 0; login < 2; login++) {
        RawSession session = session(((Replayable) database).replayTarget(), Client.CONNECTOR_J);
        assertThat(query(session, Client.CONNECTOR_J, "SELECT 1").rows()).isEqualTo(1);
        String encrypted = "SHOW STATUS WHERE variable_name='Ssl_version' AND value<>''";
        assertThat(query(session, Client.CONNECTOR_J, encrypted).rows())
            .isEqualTo(mode == Tls.Mode.OFF ? 0 : 1);
      }
    }
  }
}
