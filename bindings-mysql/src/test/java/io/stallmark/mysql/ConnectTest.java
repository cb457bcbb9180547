package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.Target;
import io.stallmark.spi.Target.Protocol;
import io.stallmark.spi.Tls;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.trace.TraceRecord.Operation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a connection is made, and what is said when it cannot be. */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the embedded server of the tests is built for Linux on x86-64")
@SuppressWarnings("NullAway.Init")
final class ConnectTest {

  private static final String PASSWORD = "do-not-print";
  private static Database embedded;
  private static String socket;

  @BeforeAll
  static void start() throws DbException {
    embedded = new MySqlDialect().open(Fixtures.target("embedded:mysql?buffer_pool=16M", null));
    String data = String.valueOf(embedded.facts(List.of()).values().get("data"));
    socket = data.substring(0, data.indexOf(" (")) + "/s";
  }

  @AfterAll
  static void stop() {
    embedded.close();
  }

  private static Target target(String url, int connections) {
    return new Target(url, new Secret(PASSWORD), null, Tls.UNSAID, connections);
  }

  private static String here(String scheme, String user, String database) {
    return scheme + "://" + user + "@localhost/" + database + "?socket=" + socket;
  }

  private static void assertRefused(
      ThrowingCallable call, Kind kind, String code, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(kind);
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.getMessage()).contains(words).doesNotContain("\n", PASSWORD);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void aWrongPasswordIsRefused(String scheme) {
    assertRefused(
        () -> new MySqlDialect().open(target(here(scheme, "stallmark", "stallmark"), 1)),
        Kind.REFUSED,
        "1045",
        "Access denied for user 'stallmark'@'localhost'",
        "check the user in --url and the password");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void aMissingDatabaseIsRefused(String scheme) {
    assertRefused(
        () -> new MySqlDialect().open(Fixtures.target(here(scheme, "stallmark", "nowhere"), null)),
        Kind.REFUSED,
        "1049",
        "Unknown database 'nowhere'; create it first: CREATE DATABASE");
  }

  @ParameterizedTest
  @CsvSource({
    "mysql, PREPARED, 5", "mysql, TEXT, 0", "mysql,, 5",
    "mariadb, PREPARED, 5", "mariadb, TEXT, 0", "mariadb,, 5"
  })
  void server_executesPreparedStatementsOrTexts_asTheProtocolSays(
      String scheme, @Nullable Protocol protocol, int prepared) throws Exception {
    String url = here(scheme, "stallmark", "stallmark");
    Op one = Fixtures.sql("SELECT 1");
    try (Database database =
            new MySqlDialect().open(new Target(url, null, null, Tls.UNSAID, 2, protocol));
        Session session = database.session()) {
      Statement statement = session.prepare(one);
      long before = executions();
      for (int i = 0; i < 5; i++) {
        statement.execute(Args.of(one), row -> {});
      }
      assertThat(executions() - before).isEqualTo(prepared);
    }
  }

  /** How many prepared statements the server has executed; this query is none. */
  private static long executions() throws DbException {
    try (Database texts =
            new MySqlDialect()
                .open(
                    new Target(
                        here("mariadb", "stallmark", "stallmark"),
                        null,
                        null,
                        Tls.UNSAID,
                        2,
                        Protocol.TEXT));
        Client client = new Client(texts)) {
      return client
          .numbers(
              Fixtures.sql(
                  "SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM information_schema.GLOBAL_STATUS"
                      + " WHERE VARIABLE_NAME = 'COM_STMT_EXECUTE'"))
          .get(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void moreConnectionsThanTheServerAllowsAreRefusedAtOnce(String scheme) {
    Target target = new Target(here(scheme, "stallmark", "stallmark"), null, null, Tls.UNSAID, 200);
    assertRefused(
        () -> new MySqlDialect().open(target),
        Kind.REFUSED,
        "1040",
        "The server allows 30 connections and this run needs 200;",
        "max_connections",
        "--threads");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void aServerThatIsFullLaterIsRefused(String scheme) throws DbException {
    List<Session> sessions = new ArrayList<>();
    try (Database database =
        new MySqlDialect().open(Fixtures.target(here(scheme, "stallmark", "stallmark"), null))) {
      assertRefused(
          () -> {
            while (sessions.size() < 100) {
              sessions.add(database.session());
            }
          },
          Kind.REFUSED,
          "1040",
          "Too many connections",
          "raise max_connections on the server or lower --threads");
    } finally {
      sessions.forEach(Session::close);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void aServerThatIsDownIsAConnectionError(String scheme) throws Exception {
    try (Socket bound = new Socket()) { // nobody listens there, and nobody can
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String where = "127.0.0.1:" + bound.getLocalPort() + "/d";
      assertThatThrownBy(() -> new MySqlDialect().open(target(scheme + "://u@" + where, 1)))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.CONNECTION);
                assertThat(e).hasMessage("No connection to " + where + ": Connection refused");
              });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void aServerThatAcceptsAndSaysNothingIsAConnectionError(String scheme) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String where = "127.0.0.1:" + silent.getLocalPort() + "/d";
      assertThatThrownBy(
              () ->
                  new MySqlDialect()
                      .open(target(scheme + "://u@" + where + "?connectTimeout=300", 1)))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.CONNECTION);
                assertThat(e)
                    .hasMessage("No connection to %s: The server did not answer for 300 ms", where);
              });
    }
  }

  @Test
  void aSocketThatIsNotThereIsAConnectionError() {
    for (String scheme : List.of("mysql", "mariadb")) {
      assertThatThrownBy(
              () -> new MySqlDialect().open(target(scheme + "://u@localhost/d?socket=/no/such", 1)))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.CONNECTION);
                assertThat(e.getMessage())
                    .startsWith("No connection to /no/such/d: ")
                    .contains("No such file");
              });
    }
  }

  @Test
  void replay_usesTheUnixSocket_andEndsWhenItIsClosed() throws Exception {
    RawSession session =
        ((Replayable) embedded).replayTarget().session(Map.of("schema", "recorded"));
    assertThat(session.send(query("SELECT 1"), null).rows()).isEqualTo(1);
    AtomicReference<DbException> error = new AtomicReference<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                session.send(query("SELECT SLEEP(9000)"), null);
              } catch (DbException e) {
                error.set(e);
              }
            });
    waiting.start();
    try (RawSession other = ((Replayable) embedded).replayTarget().session(Map.of())) {
      String sleeping =
          "SELECT 1 FROM information_schema.processlist WHERE info = 'SELECT SLEEP(9000)'";
      while (other.send(query(sleeping), null).rows() == 0) {
        assertThat(error.get()).isNull();
        Thread.yield();
      }
    }
    session.close();
    waiting.join();
    assertThat(error.get()).hasMessageContaining("the session is closed");
  }

  private static Operation query(String sql) {
    byte[] body = ("?" + sql).getBytes(StandardCharsets.US_ASCII);
    body[0] = 3;
    return new Operation(1, 0, 1, 3, body);
  }
}
