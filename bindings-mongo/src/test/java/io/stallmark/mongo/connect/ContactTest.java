package io.stallmark.mongo.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterSettings;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.SignatureException;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

final class ContactTest {

  static final ClusterSettings SETTINGS =
      ClusterSettings.builder().hosts(List.of(new ServerAddress("h", 1))).build();

  static ServerDescription failed(ServerAddress server, Exception e) {
    return ServerDescription.builder()
        .address(server)
        .state(ServerConnectionState.CONNECTING)
        .exception(new RuntimeException("Exception opening socket", e))
        .build();
  }

  static ServerDescription ok(String host, ServerType type) {
    return ServerDescription.builder()
        .address(new ServerAddress(host, 1))
        .state(ServerConnectionState.CONNECTED)
        .ok(true)
        .type(type)
        .setName("rs0")
        .logicalSessionTimeoutMinutes(30)
        .build();
  }

  static ClusterDescription cluster(ServerDescription... servers) {
    return new ClusterDescription(
        ClusterConnectionMode.MULTIPLE, ClusterType.UNKNOWN, List.of(servers), SETTINGS, null);
  }

  @Test
  void wordsNameEachServerAndItsTrouble() {
    assertThat(
            ServerContact.describe(
                cluster(
                    failed(new ServerAddress("h", 1), new UnknownHostException("h")),
                    failed(new ServerAddress("g", 2), new ConnectException("Connection refused")))))
        .isEqualTo("No suitable server is available: h:1 (unknown host), g:2 (Connection refused)");
  }

  @Test
  void wordsTellOfMembersThatTheSetNamesItself() {
    assertThat(
            ServerContact.describe(
                cluster(failed(new ServerAddress("inside", 1), new ConnectException("refused")))))
        .contains("inside:1 (refused)")
        .contains("directConnection=true");
  }

  @Test
  void troubleWithTls_isHintedAt() {
    assertThat(
            ServerContact.reason(new SSLHandshakeException("Remote host terminated the handshake")))
        .endsWith("does it support TLS?");
    assertThat(ServerContact.reason(new RuntimeException("Prematurely reached end of stream")))
        .endsWith("does it require TLS?");
    assertThat(ServerContact.reason(new SignatureException("Signature does not match.")))
        .isEqualTo("the server's certificate is not accepted: Signature does not match.");
  }

  @Test
  void contactIsMade_whenOneAnswers() {
    assertThat(ServerContact.isMade(cluster(ok("a", ServerType.STANDALONE)))).isTrue();
    assertThat(
            ServerContact.isMade(
                cluster(failed(new ServerAddress("h", 1), new ConnectException("x")))))
        .isFalse();
  }

  @Test
  void aThreadKeepsItsServer() {
    ServerTopology.SameServer selector = new ServerTopology.SameServer();
    ServerDescription a = ok("a", ServerType.REPLICA_SET_SECONDARY);
    ServerDescription b = ok("b", ServerType.REPLICA_SET_SECONDARY);
    List<ServerDescription> mine = selector.select(cluster(a, b));
    assertThat(mine).hasSize(1);
    assertThat(selector.select(cluster(b, a))).isEqualTo(mine);
    assertThat(selector.select(cluster(b))).containsExactly(b);
  }
}
