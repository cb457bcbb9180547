package io.stallmark.mongo.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerId;
import com.mongodb.connection.ServerType;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ErrorsTest {

  private static final ServerAddress SERVER = new ServerAddress("h", 1);

  private final MongoErrors errors =
      new MongoErrors(
          "h:1",
          () ->
              new ClusterDescription(
                  ClusterConnectionMode.SINGLE,
                  ClusterType.UNKNOWN,
                  List.of(ContactTest.failed(SERVER, new ConnectException("Connection refused"))),
                  ContactTest.SETTINGS,
                  null));

  private static MongoCommandException command(int code, String message) {
    return new MongoCommandException(
        new BsonDocument("ok", new BsonInt32(0))
            .append("code", new BsonInt32(code))
            .append("errmsg", new BsonString(message)),
        SERVER);
  }

  @ParameterizedTest
  @CsvSource({
    "112, RETRY",
    "24, RETRY",
    "251, RETRY",
    "43, RETRY",
    "11000, DUPLICATE_KEY",
    "11600, CONNECTION",
    "10107, CONNECTION",
    "91, CONNECTION",
    "18, REFUSED",
    "13, REFUSED",
    "2, FATAL",
    "14031, FATAL"
  })
  void serversCodes_areSorted(int code, Kind kind) {
    DbException e = errors.translate(command(code, "said so"));
    assertThat(e.kind()).isEqualTo(kind);
    assertThat(e.code()).isEqualTo("E" + code);
    assertThat(e).hasMessage("said so").hasCauseInstanceOf(MongoException.class);
  }

  @Test
  void transientTransactionErrors_areRetries() {
    MongoCommandException e = command(246, "Unable to read from a snapshot");
    e.addLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
    assertThat(errors.translate(e).kind()).isEqualTo(Kind.RETRY);
  }

  @Test
  void lostConnections_areNotRetries_alsoInATransaction() {
    MongoException e =
        new MongoSocketReadException("Prematurely reached end", SERVER, new IOException("reset"));
    e.addLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
    DbException lost = errors.translate(e);
    assertThat(lost.kind()).isEqualTo(Kind.CONNECTION);
    assertThat(lost.code()).isEqualTo("SocketRead");
    assertThat(lost).hasMessage("h:1: Prematurely reached end (reset)");
  }

  @Test
  void aCommitThatMayHaveTakenPlace_isNotRepeated() {
    MongoCommandException e = command(50, "operation exceeded time limit");
    e.addLabel("UnknownTransactionCommitResult");
    DbException unknown = errors.translate(e);
    assertThat(unknown.kind()).isEqualTo(Kind.FATAL);
    assertThat(unknown).hasMessageStartingWith("The result of the commit is unknown: ");
  }

  @Test
  void stoppedPrimaries_areLost() {
    MongoException e =
        new MongoNotPrimaryException(command(10107, "not primary").getResponse(), SERVER);
    assertThat(errors.translate(e).kind()).isEqualTo(Kind.CONNECTION);
    assertThat(errors.translate(new MongoInterruptedException("stop", null)).kind())
        .isEqualTo(Kind.CONNECTION);
  }

  @Test
  void noServerInTime_saysWhichAndWhy() {
    DbException e = errors.translate(new MongoTimeoutException("Timed out, a page of state"));
    assertThat(e.kind()).isEqualTo(Kind.CONNECTION);
    assertThat(e).hasMessage("No suitable server is available: h:1 (Connection refused)");
    assertThat(errors.unreachable())
        .hasMessage(e.getMessage())
        .hasRootCauseInstanceOf(ConnectException.class);
  }

  @Test
  void noPrimaryInTime_saysWhoIsThere() {
    MongoErrors leaderless =
        new MongoErrors(
            "h:1",
            () -> ContactTest.cluster(ContactTest.ok("h", ServerType.REPLICA_SET_SECONDARY)));
    assertThat(
            leaderless.translate(
                new MongoTimeoutException("Timed out while waiting for a server that matches X")))
        .hasMessage("No suitable server is available: h:1 (REPLICA_SET_SECONDARY)");
    assertThat(
            leaderless.translate(
                new MongoTimeoutException("Timed out while waiting for a connection")))
        .hasMessage("h:1: Timed out while waiting for a connection");
  }

  @Test
  void refusedLogins_sayWhatToCheck() {
    MongoCredential credential =
        MongoCredential.createCredential("me", "admin", "topsecret".toCharArray());
    DbException e =
        errors.translate(
            new MongoSecurityException(
                credential, "Exception authenticating", command(18, "Authentication failed.")));
    assertThat(e.kind()).isEqualTo(Kind.REFUSED);
    assertThat(e.code()).isEqualTo("E18");
    assertThat(e)
        .hasMessage(
            "h:1 refuses the login: Authentication failed. Check user, password and authSource.");
  }

  @Test
  void aPoolThatAnothersRefusedLoginPaused_isARefusedLogin() {
    MongoCommandException refused = command(18, "Authentication failed.");
    MongoSecurityException login =
        new MongoSecurityException(
            MongoCredential.createCredential("me", "admin", "topsecret".toCharArray()),
            "Exception authenticating",
            refused);
    for (MongoException why : List.of(refused, login)) {
      DbException e =
          errors.translate(
              new MongoConnectionPoolClearedException(new ServerId(new ClusterId(), SERVER), why));
      assertThat(e.kind()).isEqualTo(Kind.REFUSED);
      assertThat(e.code()).isEqualTo("E18");
      assertThat(e)
          .hasMessage(
              "h:1 refuses the login: Authentication failed. Check user, password and authSource.");
    }
    assertThat(
            errors
                .translate(
                    new MongoConnectionPoolClearedException(
                        new ServerId(new ClusterId(), SERVER),
                        new MongoSocketReadException("gone", SERVER)))
                .kind())
        .isEqualTo(Kind.CONNECTION);
  }

  @Test
  void aLoginThatFailedForTheConnection_isALostConnection() {
    MongoCredential credential =
        MongoCredential.createCredential("me", "admin", "topsecret".toCharArray());
    MongoException e =
        new MongoSecurityException(
            credential, "Exception authenticating", new MongoSocketReadException("gone", SERVER));
    assertThat(errors.translate(e).kind()).isEqualTo(Kind.CONNECTION);
  }

  @Test
  void messages_areOneLine_withoutTheEchoOfTheCommand() {
    assertThat(MongoErrors.oneLine("a\n  b\r\nc")).isEqualTo("a b c");
    assertThat(
            MongoErrors.oneLine(
                "not authorized on d to execute command { insert: \"t\", lsid: 1 }"))
        .isEqualTo("not authorized on d to execute insert");
    assertThat(MongoErrors.oneLine("x".repeat(1000)).length()).isLessThan(310);
    assertThat(MongoErrors.oneLine(null)).isEqualTo("no message");
    assertThat(errors.translate(new MongoClientException("odd")).code()).isEqualTo("Client");
  }
}
