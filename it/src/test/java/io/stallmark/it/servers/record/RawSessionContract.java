package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.WhileRunning;
import io.stallmark.plan.Registry;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.trace.RowHash;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sends packets of clients of both servers to one of them. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RawSessionContract {

  private static final int INIT_DB = 2;
  private static final int QUERY = 3;
  private static final int PREPARE = 0x16;
  private static final int EXECUTE = 0x17;
  private static final int CLOSE = 0x19;
  private static final int FILE = 0xfb;
  private static final int RECORDED = 77;
  private static final int NO_SUCH_CONNECTION = 1094;

  /** Flags of a client and its server, of which the first two have attributes of queries. */
  enum Client {
    CONNECTOR_J("193fa28d", "dfffffff"),
    LIBMYSQLCLIENT("19bfa28d", "dfffffff"),
    PYMYSQL("3ba28d", "dfffffff"),
    MARIADB("1c01bfa388", "1d81fff7fe"),
    CONNECTOR_J_OF_MARIADB("13fa28c", "1d81fff7fe");

    private final Map<String, String> attributes;

    Client(String client, String server) {
      attributes =
          Map.of(
              "client-capabilities",
              client,
              "server-capabilities",
              server,
              "charset",
              "255",
              "schema",
              "recorded",
              "user",
              "app");
    }

    private boolean hasAttributes() {
      return attributes.get("client-capabilities").startsWith("19");
    }
  }

  private final List<RawSession> open = new ArrayList<>();
  private Server server;
  private Database database;
  private ReplayTarget target;
  private long sequence;

  abstract Server start();

  /** Longest query that the server accepts, in bytes. */
  abstract int longest();

  @BeforeAll
  void begin() throws Exception {
    server = start();
    database = open(Tls.UNSAID);
    target = ((Replayable) database).replayTarget();
  }

  @AfterAll
  void end() {
    open.forEach(RawSession::close);
    if (database != null) {
      database.close();
    }
  }

  Server server() {
    return server;
  }

  Database open(Tls tls) throws DbException {
    Target to = new Target(server.url(), new Secret(server.password()), null, tls, 1);
    return Registry.load().bindingFor(server.url()).orElseThrow().open(to);
  }

  RawSession session(ReplayTarget of, Client client) throws DbException {
    RawSession session = of.session(client.attributes);
    open.add(session);
    session.connect();
    return session;
  }

  private RawSession session(Client client) throws DbException {
    return session(target, client);
  }

  private RawReply send(RawSession to, int command, byte[] rest, @Nullable Reply recorded)
      throws DbException {
    byte[] body = rest;
    if (command != FILE) {
      body = new byte[rest.length + 1];
      body[0] = (byte) command;
      System.arraycopy(rest, 0, body, 1, rest.length);
    }
    Operation operation = new Operation(1, 0, ++sequence, command, body);
    assertThat(to.unsendable(operation, recorded)).isEmpty();
    return to.send(operation, recorded);
  }

  RawReply query(RawSession to, Client client, String sql) throws DbException {
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    if (client.hasAttributes()) {
      rest.write(0);
      rest.write(1);
    }
    rest.writeBytes(text);
    return send(to, QUERY, rest.toByteArray(), null);
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  /** Prepares a statement whose recorded number was 77. */
  private RawReply prepare(RawSession to, String sql, int parameters) throws DbException {
    byte[] body =
        hex(
            "0c000001"
                + "00"
                + "4d000000"
                + "0100"
                + String.format(Locale.ROOT, "0%d00", parameters)
                + "00");
    Reply recorded = new Reply(1, 0, sequence + 1, 0, 0, Outcome.OK, 0, 0, 0, 0, 0, body);
    return send(to, PREPARE, sql.getBytes(StandardCharsets.UTF_8), recorded);
  }

  /** Executes it with one number of four bytes. */
  private RawReply execute(RawSession to, Client client, int value) throws DbException {
    return execute(to, client, types(client, "03"), value);
  }

  private static String types(Client client, String type) {
    return "01" + type + (client.hasAttributes() ? "0000" : "00");
  }

  private RawReply executeWithoutTypes(RawSession to, Client client, int value) throws DbException {
    return execute(to, client, "00", value);
  }

  private RawReply execute(RawSession to, Client client, String types, int value)
      throws DbException {
    Operation operation = execution(client, types, String.format(Locale.ROOT, "%02x000000", value));
    assertThat(to.unsendable(operation, null)).isEmpty();
    return to.send(operation, null);
  }

  private Operation execution(Client client, String types, String value) {
    String begin =
        String.format(Locale.ROOT, "17%02x000000", RECORDED)
            + (client.hasAttributes() ? "08" : "00");
    String count = client.hasAttributes() ? "01" : "";
    byte[] body = hex(begin + "01000000" + count + "00" + types + value);
    return new Operation(1, 0, ++sequence, EXECUTE, body);
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void queries_haveTheReplyOfAnyClient(Client client) throws Exception {
    RawSession session = session(client);
    RawReply one = query(session, client, "SELECT 1, 'é' UNION ALL SELECT 2, NULL");
    byte[] first = {1, '1', 2, (byte) 0xc3, (byte) 0xa9};
    byte[] second = {1, '2', (byte) 0xfb};
    long hash = RowHash.of(first, 0, first.length) + RowHash.of(second, 0, second.length);
    assertThat(one).isEqualTo(new RawReply(Outcome.ROWS, 0, "", 2, 0, hash));
    query(session, client, "DROP TABLE IF EXISTS bench.raw");
    query(session, client, "CREATE TABLE raw (id INT PRIMARY KEY, v INT)"); // in the URL's database
    assertThat(query(session, client, "INSERT INTO bench.raw VALUES (1,1),(2,2)").affected())
        .isEqualTo(2);
    RawReply error = query(session, client, "INSERT INTO raw VALUES (2,3)");
    assertThat(error.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(error.errorCode()).isEqualTo(1062);
    assertThat(error.message()).startsWith("Duplicate entry '2' for key '").endsWith("PRIMARY'");
    RawReply several = query(session, client, "SELECT 1; UPDATE raw SET v=7; SELECT * FROM raw");
    assertThat(several.outcome()).isEqualTo(Outcome.ROWS);
    assertThat(several.rows()).isEqualTo(3);
    assertThat(several.affected()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void preparedStatement_isExecutedByItsRecordedNumber(Client client) throws Exception {
    RawSession session = session(client);
    query(session, client, "SELECT 1");
    assertThat(prepare(session, "SELECT ? + 1", 1).outcome()).isEqualTo(Outcome.OK);
    RawReply two = execute(session, client, 1);
    assertThat(two.rows()).as(two.message()).isEqualTo(1);
    assertThat(execute(session, client, 1)).isEqualTo(two);
    assertThat(execute(session, client, 2).hash()).isNotEqualTo(two.hash());

    RawSession other = session(client);
    assertThat(execute(other, client, 1)).isEqualTo(two);
    byte[] close = hex("4d000000");
    assertThat(send(session, CLOSE, close, null).outcome()).isEqualTo(Outcome.NONE);
    byte[] again = hex("174d0000000001000000");
    assertThat(session.unsendable(new Operation(1, 0, 1, EXECUTE, again), null))
        .isEqualTo("statement");
    assertThat(query(session, client, "SELECT 1").rows()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void executionWithoutTypes_hasThoseOfTheLatestOne_onEveryConnection(Client client)
      throws Exception {
    RawSession session = session(client);
    prepare(session, "SELECT ? + 1", 1);
    RawReply two = execute(session, client, 1);
    assertThat(executeWithoutTypes(session, client, 1)).isEqualTo(two);
    RawReply elsewhere = executeWithoutTypes(session(client), client, 1);
    assertThat(elsewhere).as(elsewhere.message()).isEqualTo(two);
    killAll();
    assertThatThrownBy(() -> executeWithoutTypes(session, client, 1))
        .isInstanceOf(DbException.class);
    assertThat(executeWithoutTypes(session, client, 1)).isEqualTo(two);
  }

  /** Both sessions belong to clients of a replay that take operations of any recorded session. */
  @ParameterizedTest
  @EnumSource(Client.class)
  void execution_hasTheTypesOfTheTrace_notOfItsConnection(Client client) throws Exception {
    RawSession session = session(client);
    RawSession other = session(client);
    prepare(session, "SELECT ? + 1", 1);
    assertThat(execute(session, client, 1).errorCode()).isZero();
    String value = "0000000001000000"; // 0, if only four bytes are read
    Operation longer = execution(client, types(client, "08"), value);
    Operation untyped = execution(client, "00", value);
    Operation close = new Operation(1, 0, ++sequence, CLOSE, hex("194d000000"));
    assertThat(other.unsendable(longer, null)).isEmpty();
    assertThat(session.unsendable(untyped, null)).isEmpty();
    RawReply reply = session.send(untyped, null);
    assertThat(reply.errorCode()).as(reply.message()).isZero();
    assertThat(session.unsendable(close, null)).isEmpty();
    assertThat(session.send(close, null).outcome()).isEqualTo(Outcome.NONE);
    assertThat(other.send(longer, null)).isEqualTo(reply);
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void schemaOfTheLogin_isTheUrlsDatabase_whenItIsChosenAgain(Client client) throws Exception {
    RawSession session = session(client);
    String isBench = "SELECT 1 FROM DUAL WHERE DATABASE() = 'bench'";
    query(session, client, "USE `recorded`");
    assertThat(query(session, client, isBench).rows()).isEqualTo(1);
    assertThat(query(session, client, "USE information_schema").errorCode()).isZero();
    assertThat(query(session, client, isBench).rows()).isZero();
    send(session, INIT_DB, "recorded".getBytes(StandardCharsets.US_ASCII), null);
    assertThat(query(session, client, isBench).rows()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void restOfALostTransaction_isNotSent(Client client) throws Exception {
    RawSession session = session(client);
    query(session, client, "DROP TABLE IF EXISTS bench.rest");
    query(session, client, "CREATE TABLE rest (id INT PRIMARY KEY)");
    query(session, client, "BEGIN");
    query(session, client, "INSERT INTO rest VALUES (1)");
    killAll();
    assertThatThrownBy(() -> query(session, client, "INSERT INTO rest VALUES (2)"))
        .isInstanceOf(DbException.class);
    assertThat(unsendable(session, client, "INSERT INTO rest VALUES (3)")).isEqualTo("lost");
    assertThat(unsendable(session, client, "COMMIT")).isEqualTo("lost");
    assertThat(query(session, client, "SELECT * FROM rest").rows()).isZero();

    query(session, client, "SET autocommit=0");
    killAll();
    assertThatThrownBy(() -> query(session, client, "COMMIT")).isInstanceOf(DbException.class);
    query(session, client, "INSERT INTO rest VALUES (4)");
    query(session, client, "ROLLBACK");
    assertThat(query(session, client, "SELECT * FROM rest").rows()).isZero();
    query(session, client, "COMMIT");
  }

  private static String unsendable(RawSession session, Client client, String sql) {
    String text = (client.hasAttributes() ? "\3\0\1" : "\3") + sql;
    byte[] body = text.getBytes(StandardCharsets.US_ASCII);
    return session.unsendable(new Operation(1, 0, 1, QUERY, body), null);
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void file_isSentWhenTheServerAsksForIt(Client client) throws Exception {
    RawSession session = session(client);
    query(session, client, "DROP TABLE IF EXISTS loaded");
    query(session, client, "CREATE TABLE loaded (id INT)");
    assertThat(session.unsendable(new Operation(1, 0, 1, FILE, new byte[0]), null))
        .isEqualTo("infile");
    RawReply asked =
        query(session, client, "LOAD DATA LOCAL INFILE '/nonexistent' INTO TABLE loaded");
    assertThat(asked.outcome()).as(asked.message()).isEqualTo(Outcome.NONE);
    send(session, FILE, "1\n2\n".getBytes(StandardCharsets.US_ASCII), null);
    send(session, FILE, "3\n".getBytes(StandardCharsets.US_ASCII), null);
    RawReply loaded = send(session, FILE, new byte[0], null);
    assertThat(loaded.outcome()).isEqualTo(Outcome.OK);
    assertThat(loaded.affected()).isEqualTo(3);
    query(session, client, "LOAD DATA LOCAL INFILE '/nonexistent' INTO TABLE loaded");
    assertThat(query(session, client, "SELECT id FROM loaded").rows()).isEqualTo(3);
  }

  /** 1213 is a deadlock, 1205 a lock timeout, 1062 a duplicate key. */
  @ParameterizedTest
  @EnumSource(Client.class)
  void deadlock_endsTheTransaction_aTimeoutDoesNot(Client client) throws Exception {
    RawSession session = session(client);
    query(session, client, "DROP TABLE IF EXISTS bench.lost");
    query(session, client, "CREATE TABLE lost (id INT PRIMARY KEY)");
    query(session, client, "BEGIN");
    query(session, client, "INSERT INTO lost VALUES (1)");
    lose(session, 1205);
    assertThat(query(session, client, "SELECT * FROM lost").rows()).isEqualTo(1);
    lose(session, 1213);
    assertThat(query(session, client, "SELECT * FROM lost").rows()).isZero();
    assertThat(session.isConflict(refused(1062))).isFalse();
  }

  private static Reply refused(int code) {
    return new Reply(1, 0, 1, 0, 0, Outcome.ERROR, code, 0, 0, 0, 0, new byte[0]);
  }

  private static void lose(RawSession session, int code) throws DbException {
    assertThat(session.isConflict(refused(code))).isTrue();
    session.loseConflict(new Operation(1, 0, 1, QUERY, new byte[] {QUERY}), refused(code));
  }

  @Test
  void longPackets_areSplitAndJoined() throws Exception {
    RawSession session = session(Client.PYMYSQL);
    String text = "x".repeat(longest() - "?SELECT ''".length());
    RawReply reply = query(session, Client.PYMYSQL, "SELECT '" + text + "'");
    assertThat(reply.rows()).as(reply.message()).isEqualTo(1);
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    row.write(0xfd);
    for (int i = 0; i < 3; i++) {
      row.write(text.length() >>> (8 * i));
    }
    if (text.length() <= 0xffffff) {
      row.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
      assertThat(reply.hash()).isEqualTo(RowHash.of(row.toByteArray(), 0, row.size()));
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void killedSession_connectsAgain_andPreparesAgain(Client client) throws Exception {
    RawSession session = session(client);
    prepare(session, "SELECT ? + 1", 1);
    RawReply before = execute(session, client, 1);
    killAll();
    assertThatThrownBy(() -> execute(session, client, 1))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONNECTION));
    assertThat(execute(session, client, 1)).isEqualTo(before);
    session.close();
    assertThatThrownBy(() -> execute(session, client, 1)).hasMessageContaining("closed");
  }

  /** Returns when the server has ended them. */
  private void killAll() throws SQLException {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      List<Long> killed = connections(sql);
      for (long number : killed) {
        try {
          sql.execute("KILL " + number);
        } catch (SQLException e) {
          assertThat(e.getErrorCode()).isEqualTo(NO_SUCH_CONNECTION); // it was closed before
        }
      }
      await().forever().until(() -> Collections.disjoint(connections(sql), killed));
    }
  }

  private static List<Long> connections(Statement sql) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (ResultSet rows =
        sql.executeQuery("SELECT id FROM information_schema.processlist WHERE user='bench'")) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }

  @Test
  void close_endsAReplyThatDoesNotCome() throws Exception {
    RawSession session = session(Client.PYMYSQL);
    FutureTask<RawReply> reply =
        new FutureTask<>(() -> query(session, Client.PYMYSQL, "SELECT SLEEP(3600)"));
    new Thread(reply, "sleeping query").start();
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      WhileRunning.untilOrEnd(reply, () -> sleeps(sql));
    } finally {
      session.close();
    }
    assertThatThrownBy(reply::get)
        .cause()
        .isInstanceOf(DbException.class)
        .hasMessageContaining("lost");
  }

  private static boolean sleeps(Statement sql) throws SQLException {
    try (ResultSet rows =
        sql.executeQuery(
            "SELECT 1 FROM information_schema.processlist WHERE info = 'SELECT SLEEP(3600)'")) {
      return rows.next();
    }
  }

  @Test
  void refusals_haveTheServersMessage_andNoPassword() throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("CREATE USER locked IDENTIFIED BY 'right'");
      try {
        Target locked =
            new Target(
                server.url().replace("bench@", "locked@"),
                new Secret("right"),
                null,
                Tls.UNSAID,
                1);
        sql.execute("GRANT ALL ON bench.* TO locked");
        try (Database opened =
            Registry.load().bindingFor(locked.url()).orElseThrow().open(locked)) {
          sql.execute("ALTER USER locked IDENTIFIED BY 'other'");
          assertThatThrownBy(
                  () ->
                      ((Replayable) opened)
                          .replayTarget()
                          .session(Client.PYMYSQL.attributes)
                          .connect())
              .isInstanceOfSatisfying(
                  DbException.class,
                  e -> {
                    assertThat(e.kind()).isEqualTo(Kind.REFUSED);
                    assertThat(e.code()).isEqualTo("1045");
                    assertThat(e).hasMessageContaining("Access denied for user 'locked'");
                    assertThat(e.getMessage()).doesNotContain("right");
                  });
        }
      } finally {
        sql.execute("DROP USER locked");
      }
    }
  }
}
