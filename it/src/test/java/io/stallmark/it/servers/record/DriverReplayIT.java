package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.plan.Registry;
import io.stallmark.spi.Database;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays what a driver sent to a server, on the same server and on the other one. */
@Docker
final class DriverReplayIT {

  private static final int DUPLICATE_KEY = 1062;

  private final KeptRecords records = new KeptRecords();

  @ParameterizedTest
  @CsvSource({
    "mysql, MYSQL, MYSQL",
    "mariadb, MYSQL, MYSQL",
    "mysql, MARIADB, MARIADB",
    "mariadb, MARIADB, MARIADB",
    "mysql, MYSQL, MARIADB",
    "mariadb, MARIADB, MYSQL"
  })
  void replies_areThoseOfTheRecording(String driver, SharedServer recorded, SharedServer target)
      throws Exception {
    Map<String, String> attributes = record(driver, recorded.emptied(), recorded == target);
    Server server = target.emptied();
    Target to = new Target(server.url(), new Secret(server.password()), null, Tls.UNSAID, 1);
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    try (Database database = Registry.load().bindingFor(server.url()).orElseThrow().open(to)) {
      ReplayTarget replay = ((Replayable) database).replayTarget();
      try (RawSession session = replay.session(attributes)) {
        compare(replay.texts(), session, expected, found);
      }
    }
    assertThat(found).isEqualTo(expected).hasSizeGreaterThan(10);
    assertThat(found).anyMatch(line -> line.endsWith(" error " + DUPLICATE_KEY));
  }

  private Map<String, String> record(String driver, Server server, boolean bulk) throws Exception {
    WireProtocol protocol =
        Registry.load().bindingFor(server.url()).orElseThrow().wireProtocol().orElseThrow();
    try (CopyingProxy proxy = new CopyingProxy(protocol, protocol.address(server.url()), records)) {
      String url =
          String.format(
                  Locale.ROOT,
                  "jdbc:%s://%s/bench?sslMode=%s&allowPublicKeyRetrieval=true&useServerPrepStmts=true",
                  driver,
                  proxy.address(),
                  driver.equals("mysql") ? "DISABLED" : "disable")
              + "&useCursorFetch=true&useBulkStmts="
              + bulk;
      try (Connection connection = DriverManager.getConnection(url, "bench", server.password())) {
        use(connection);
      }
      return proxy.sessions().get(0).attributes();
    }
  }

  private static void use(Connection connection) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      sql.execute("CREATE TABLE driven (id INT PRIMARY KEY, v VARBINARY(2000))");
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO driven VALUES (?, ?)")) {
        insert.setInt(1, 1);
        insert.setBinaryStream(2, new ByteArrayInputStream(new byte[1500]));
        insert.executeUpdate();
        for (int i = 2; i < 10; i++) {
          insert.setInt(1, i);
          insert.setBytes(2, new byte[i]);
          insert.addBatch();
        }
        insert.executeBatch();
        insert.setInt(1, 1);
        insert.setBytes(2, null);
        assertThat(duplicates(insert)).isEqualTo(DUPLICATE_KEY);
      }
      connection.commit();
      try (PreparedStatement select =
          connection.prepareStatement("SELECT * FROM driven WHERE id > ? ORDER BY id")) {
        select.setFetchSize(3);
        for (int after : new int[] {0, 5}) {
          select.setInt(1, after);
          assertThat(rows(select.executeQuery())).isEqualTo(9 - after);
        }
      }
      assertThat(sql.executeUpdate("UPDATE driven SET v = 'x' WHERE id < 4")).isEqualTo(3);
      connection.rollback();
      assertThat(rows(sql.executeQuery("SELECT COUNT(*), MAX(v) FROM driven"))).isEqualTo(1);
    }
  }

  private static int duplicates(PreparedStatement insert) {
    try {
      insert.executeUpdate();
      return 0;
    } catch (SQLException e) {
      return e.getErrorCode();
    }
  }

  private static int rows(ResultSet result) throws SQLException {
    int rows = 0;
    try (result) {
      while (result.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** Adds a line for each operation on the table, as recorded and as replayed. */
  private void compare(
      OperationTexts texts, RawSession session, List<String> expected, List<String> found)
      throws Exception {
    assertThat(records.omitted).isEmpty();
    Map<Long, Reply> replies = new HashMap<>();
    records.of(Reply.class).forEach(reply -> replies.put(reply.sequence(), reply));
    for (TraceRecord record : records.all) {
      if (record instanceof Operation operation) {
        OperationText text = texts.describe(operation);
        Reply recorded = replies.get(operation.sequence());
        assertThat(session.unsendable(operation, recorded)).as(text.toString()).isEmpty();
        RawReply reply = session.send(operation, recorded);
        if (recorded != null) {
          texts.replied(recorded);
          String head = operation.sequence() + " " + text.fingerprint();
          if (text.tables().contains("driven")) {
            expected.add(
                head
                    + String.format(
                        Locale.ROOT,
                        " %s %d %d %x error %d",
                        recorded.outcome(),
                        recorded.rows(),
                        recorded.affected(),
                        recorded.hash(),
                        recorded.errorCode()));
            found.add(
                head
                    + String.format(
                        Locale.ROOT,
                        " %s %d %d %x error %d",
                        reply.outcome(),
                        reply.rows(),
                        reply.affected(),
                        reply.hash(),
                        reply.errorCode()));
          }
        }
      }
    }
  }
}
