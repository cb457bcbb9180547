package io.stallmark.mysql.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.jdbc.connect.ServerLogin;
import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.mysql.replay.PreparedStatements.Prepared;
import io.stallmark.mysql.wire.MySqlWireProtocol;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Tls;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What needs no server; for the rest, see the integration tests. */
final class MySqlRawSessionTest {

  private final PreparedStatements statements = new PreparedStatements();

  private RawSession session(String client) throws Exception {
    Map<String, String> attributes =
        Map.of("client-capabilities", client, "server-capabilities", "dfffffff");
    ServerUrl url = ServerUrl.parse("mysql://u@h/d", "");
    return new MySqlRawSession(
        new ServerPlace("h", MySqlWireProtocol.address(url), null, null),
        new SessionLogin.Account("u", new byte[0]),
        RecordedLogin.of(attributes, new LiveSchema("d")),
        new LiveSchema("d"),
        statements);
  }

  private static Operation operation(int command, String hex) {
    return new Operation(1, 0, 1, command, HexFormat.of().parseHex(hex));
  }

  private static Reply prepared(Outcome outcome, String hex) {
    byte[] body = HexFormat.of().parseHex(hex);
    return new Reply(1, 0, 1, 0, 0, outcome, 0, 0, 0, 0, 0, body);
  }

  /** The texts: KILL 5; kill; killed; shutdown;; SELECT. */
  @ParameterizedTest
  @CsvSource({
    "3, 034b494c4c2035, kill",
    "3, 03200a6b696c6c, kill",
    "3, 036b696c6c6564, ''",
    "3, 0373687574646f776e3b, shutdown",
    "22, 164b494c4c203f, kill",
    "3, 0353454c454354, ''",
    "12, 0c05000000, kill",
    "8, 08, shutdown",
    "18, 12, replication",
    "21, 15, replication",
    "17, 11, login",
    "23, 17050000000001000000, statement",
    "23, 17ffffffff0001000000, statement",
    "251, 41, infile",
    "14, 0e, ''"
  })
  void harmfulOperations_areNotSent(int command, String hex, String reason) throws Exception {
    assertThat(session("3fa28d").unsendable(operation(command, hex), null)).isEqualTo(reason);
  }

  @Test
  void harmfulText_isFoundAfterItsAttributes() throws Exception {
    assertThat(session("8000000").unsendable(operation(3, "0300014b494c4c2035"), null))
        .isEqualTo("kill");
  }

  @Test
  void statements_areKnownByTheirRecordedNumber() throws Exception {
    Operation preparation = operation(0x16, "1641");
    Reply recorded = prepared(Outcome.OK, "0c000001" + "00" + "05000000" + "0100" + "0200" + "00");
    statements.add(preparation, recorded);
    Operation execution = operation(0x17, "17050000000001000000" + "00" + "00" + "0102");
    Prepared found = Objects.requireNonNull(statements.find(1, 5));
    assertThat(found.body()).isEqualTo(preparation.body());
    assertThat(found.parameters()).isEqualTo(2);
    assertThat(session("0").unsendable(execution, null))
        .isEqualTo("statement"); // types are unknown
    found.setTypes(new byte[4]);
    assertThat(session("0").unsendable(execution, null)).isEmpty();
    assertThat(statements.find(2, 5)).isNull();
    statements.remove(1, 5);
    assertThat(statements.find(1, 5)).isNull();
    statements.add(preparation, recorded);
    statements.removeAll(1);
    assertThat(statements.find(1, 5)).isNull();
  }

  /** The sessions are those of two clients that take operations of any recorded session. */
  @Test
  void statementIsKnown_whenItsPreparationAndItsTypesWereTaken_evenIfTheyAreNotSent()
      throws Exception {
    RawSession first = session("0");
    RawSession second = session("0");
    Reply recorded = prepared(Outcome.OK, "0c000001" + "00" + "05000000" + "0100" + "0200" + "00");
    assertThat(first.unsendable(operation(0x16, "1641"), recorded)).isEmpty();
    String of = "17%s0001000000" + "00";
    for (String number : new String[] {"05000000", "ffffffff"}) {
      String typed =
          String.format(Locale.ROOT, of, number) + "01" + "03000300" + "0100000002000000";
      assertThat(second.unsendable(operation(0x17, typed), null)).isEmpty();
    }
    String untyped = String.format(Locale.ROOT, of, "05000000") + "00" + "0100000002000000";
    assertThat(first.unsendable(operation(0x17, untyped), null)).isEmpty();
    assertThat(second.unsendable(operation(0x19, "1905000000"), null)).isEmpty();
    assertThat(first.unsendable(operation(0x17, untyped), null)).isEqualTo("statement");
  }

  @Test
  void failedPreparation_isNotKept() {
    statements.add(operation(0x16, "1641"), prepared(Outcome.ERROR, ""));
    statements.add(operation(0x16, "1641"), null);
    assertThat(statements.find(1, 0)).isNull();
  }

  @Test
  void serverThatCannotBeReached_isNamed_withoutThePassword() throws Exception {
    try (Socket bound = new Socket()) { // nobody listens there, and nobody can
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String where = "127.0.0.1:" + bound.getLocalPort() + "/d";
      MySqlReplayTarget target = target("mysql://u:canary@" + where, Tls.UNSAID);
      assertThatThrownBy(() -> target.session(Map.of()).connect())
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONNECTION))
          .hasMessage("No connection to " + where + ": Connection refused");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'mysql://u@h1,h2/d', one server",
    "mysql://u@h/d?sslMode=REQUIRED, remove sslMode from the URL"
  })
  void urlThatAReplayCannotUse_isRefused(String url, String message) {
    assertThatThrownBy(() -> target(url, Tls.UNSAID))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining(message);
  }

  @Test
  void authorityThatCannotBeRead_isRefused() {
    Tls tls = new Tls(Tls.Mode.VERIFY, Path.of("/nonexistent.pem"));
    assertThatThrownBy(() -> target("mysql://u@h/d", tls))
        .isInstanceOf(DbException.class)
        .hasMessageContaining("nonexistent.pem");
  }

  private static MySqlReplayTarget target(String url, Tls tls) throws DbException {
    return MySqlReplayTarget.of(new ServerLogin(ServerUrl.parse(url, ""), "u", null, tls));
  }
}
