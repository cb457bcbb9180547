package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.plan.Registry;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of both drivers through a proxy, to MySQL 9 with caching_sha2_password. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MySqlLoginIT {

  private final KeptRecords records = new KeptRecords();
  private Server server;
  private WireProtocol protocol;
  private CopyingProxy proxy;

  @BeforeAll
  void startServer() {
    server = SharedServer.MYSQL.emptied();
    protocol = Registry.load().bindingFor(server.url()).orElseThrow().wireProtocol().orElseThrow();
  }

  @BeforeEach
  void startProxy() throws IOException {
    records.all.clear();
    proxy = new CopyingProxy(protocol, protocol.address(server.url()), records);
  }

  @AfterEach
  void stopProxy() {
    proxy.close();
  }

  private Connection connect(String driver, String password) throws SQLException {
    return DriverManager.getConnection(
        String.format(
            Locale.ROOT,
            "jdbc:%s://%s/bench?sslMode=%s&allowPublicKeyRetrieval=true&useServerPrepStmts=true&useCompression=true",
            driver,
            proxy.address(),
            driver.equals("mysql") ? "DISABLED" : "disable"),
        "bench",
        password);
  }

  /** The server forgets the logins, so that the client must send the whole password. */
  private void forgetLogins() throws SQLException {
    server.execute("FLUSH PRIVILEGES");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void firstAndSecondLogin_passWithoutCompression(String driver) throws Exception {
    forgetLogins();
    for (int login = 1; login <= 2; login++) {
      records.all.clear();
      try (Connection connection = connect(driver, server.password());
          PreparedStatement select = connection.prepareStatement("SELECT ?, REPEAT('x', 2000)")) {
        select.setInt(1, login);
        try (ResultSet rows = select.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(login);
        }
      }
      assertThat(records.of(Gap.class)).isEmpty();
      assertThat(records.of(Operation.class).map(o -> protocol.texts().describe(o).fingerprint()))
          .contains("prepare: select ?, repeat(?, ?)");
      assertThat(records.of(Reply.class))
          .anyMatch(reply -> reply.rows() == 1 && reply.bytes() > 2000);
      assertThat(proxy.sessions()).hasSize(login);
      assertThat(proxy.sessions().get(0).attributes())
          .containsEntry("user", "bench")
          .containsEntry("schema", "bench");
    }
    assertThat(proxy.sessions().toString() + texts()).doesNotContain(server.password());
    assertThat(records.omitted).isEmpty();
  }

  private List<String> texts() {
    return records
        .of(Operation.class)
        .map(operation -> new String(operation.body(), StandardCharsets.ISO_8859_1))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void wrongPassword_isRefusedByTheServer(String driver) {
    assertThatThrownBy(() -> connect(driver, "wrong"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Access denied");
    assertThat(proxy.sessions()).isEmpty();
    assertThat(records.all).isEmpty();
  }
}
