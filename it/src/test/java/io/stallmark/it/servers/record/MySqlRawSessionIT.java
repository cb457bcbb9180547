package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.spi.Database;
import io.stallmark.spi.Tls;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.Replayable;
import java.sql.Connection;
import java.sql.Statement;
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
