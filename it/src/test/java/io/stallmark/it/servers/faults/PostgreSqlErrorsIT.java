package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Errors of PostgreSQL 15, each with its SQLSTATE and what a client does after it. */
@Docker
@Thorough
final class PostgreSqlErrorsIT {

  private static final int CONNECTIONS = 20;

  private Server server;
  private Database database;
  private Session one;
  private Session other;

  @BeforeEach
  void start() throws Exception {
    server =
        Server.postgresql("-c", "max_connections=" + CONNECTIONS, "-c", "deadlock_timeout=10ms");
    database = server.open(null);
    one = database.session();
    other = database.session();
    execute(one, "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER)");
    execute(one, "INSERT INTO t VALUES (1, 0), (2, 0)");
  }

  @AfterEach
  void stop() {
    one.close();
    other.close();
    database.close();
    server.close();
  }

  private static void execute(Session session, String text) throws DbException {
    Op op = new Op.Native("text", List.of(), Map.of("postgresql", text));
    session.prepare(op).execute(Args.of(op), row -> {});
  }

  private static String failsWith(String state, Kind kind, ThrowingCallable call) {
    DbException e = catchThrowableOfType(DbException.class, call);
    assertThat(e).as("nothing thrown instead of " + state).isNotNull();
    assertThat(e.code()).as(e.getMessage()).isEqualTo(state);
    assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind);
    return String.valueOf(e.getMessage());
  }

  private static void bothAdd(Session first, Session second) throws DbException {
    first.begin();
    execute(first, "UPDATE t SET v = v + 1 WHERE id = 1");
    second.begin();
    execute(second, "UPDATE t SET v = v + 1 WHERE id = 2");
  }

  @Test
  void aDeadlock_isRetried() throws Exception {
    bothAdd(one, other);
    CompletableFuture<String> first =
        CompletableFuture.supplyAsync(() -> state(one, "UPDATE t SET v = v + 1 WHERE id = 2"));
    String second = state(other, "UPDATE t SET v = v + 1 WHERE id = 1");
    assertThat(List.of(first.get(), second)).containsExactlyInAnyOrder("none", "40P01 RETRY");
  }

  private static String state(Session session, String text) {
    try {
      execute(session, text);
      return "none";
    } catch (DbException e) {
      return e.code() + " " + e.kind();
    }
  }

  @Test
  void aSerializationFailure_isRetried() throws Exception {
    one.begin();
    execute(one, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    execute(one, "SELECT v FROM t");
    execute(other, "UPDATE t SET v = v + 1");
    failsWith("40001", Kind.RETRY, () -> execute(one, "UPDATE t SET v = v + 1"));
  }

  @Test
  void aLockThatIsNotGranted_isRetried() throws Exception {
    bothAdd(one, other);
    execute(one, "SET lock_timeout = '10ms'");
    failsWith("55P03", Kind.RETRY, () -> execute(one, "UPDATE t SET v = 9 WHERE id = 2"));
  }

  @Test
  void aDuplicateKey_isOne_andABadValueIsFatal() {
    failsWith("23505", Kind.DUPLICATE_KEY, () -> execute(one, "INSERT INTO t VALUES (1, 1)"));
    failsWith("22012", Kind.FATAL, () -> execute(one, "UPDATE t SET v = 1 / 0"));
  }

  /** Two transactions delete a row and insert it again; the second one's delete finds none. */
  @Test
  void theDuplicateKeyOfSysbenchsReinsert_isRetried(@TempDir Path directory) throws Exception {
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    String settings = "-p tables=1 -p rows=10 -p mix=write_only --threads 6 --events 200";
    List<String> line = new ArrayList<>(List.of("run", "sysbench", "--url", server.url("bench")));
    line.addAll(List.of(settings.split(" ")));
    program.run(line.toArray(String[]::new)).well();
    String json = Files.readString(program.results().get(0).resolve("run.json"));
    assertThat(new JsonMapper().readTree(json).get("summary").get("errors").asLong()).isZero();
    assertThat(json).as("codes of retries").contains("\"23505\"");
  }

  @Test
  void tooManyConnections_andAMissingPrivilege_areRefused() throws Exception {
    List<Session> sessions = new ArrayList<>();
    try {
      failsWith(
          "53300",
          Kind.REFUSED,
          () -> {
            while (sessions.size() < CONNECTIONS) {
              sessions.add(database.session());
            }
          });
    } finally {
      sessions.forEach(Session::close);
    }
    failsWith("42501", Kind.REFUSED, () -> execute(one, "SELECT * FROM pg_authid"));
  }

  @Test
  void aSessionThatAnAdministratorEnds_hasLostItsConnection() throws SQLException {
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'bench'");
    failsWith("57P01", Kind.CONNECTION, () -> execute(one, "SELECT 1"));
  }

  @ParameterizedTest
  @CsvSource({
    "idle_in_transaction_session_timeout, BEGIN, 25P03, idle-in-transaction timeout",
    "idle_session_timeout, SELECT 1, 57P05, idle-session timeout"
  })
  void aSessionThatWasIdleForTooLong_hasLostItsConnection_andSaysSo(
      String setting, String last, String state, String reason) throws Exception {
    execute(one, "SET application_name = 'idle'");
    execute(one, "SET " + setting + " = '1s'");
    execute(one, last);
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      server.until(
          () -> {
            String left = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'idle'";
            try (ResultSet rows = sql.executeQuery(left)) {
              return !rows.next();
            }
          });
    }
    assertThat(failsWith(state, Kind.CONNECTION, () -> execute(one, "SELECT 1")))
        .startsWith("No connection to ")
        .endsWith(": terminating connection due to " + reason);
  }

  /** All sessions end after a crash of one; meanwhile the server refuses connections. */
  @Test
  void aCrashOfAnotherSession_andTheRecovery_areLostConnections() throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet row =
            sql.executeQuery("SELECT pid FROM pg_stat_activity WHERE usename = 'bench' LIMIT 1")) {
      assertThat(row.next()).isTrue();
      server.container().execInContainer("sh", "-c", "kill -9 " + row.getInt(1));
    }
    List<DbException> errors = new ArrayList<>();
    for (Session session : List.of(one, other)) { // the server ends the other when it notices
      server.until(() -> !works(session, errors));
    }
    server.until(
        () -> {
          try {
            database.session().close();
            return true;
          } catch (DbException e) {
            errors.add(e);
            return false;
          }
        });
    assertThat(errors).hasSizeGreaterThan(1).allMatch(e -> e.kind() == Kind.CONNECTION);
  }

  private static boolean works(Session session, List<DbException> errors) {
    try {
      execute(session, "SELECT 1");
      return true;
    } catch (DbException e) {
      errors.add(e);
      return false;
    }
  }
}
