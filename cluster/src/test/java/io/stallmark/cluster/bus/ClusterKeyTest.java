package io.stallmark.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stallmark.cluster.agent.AgentService;
import io.stallmark.run.LoadCluster.Surroundings;
import io.stallmark.spec.SpecException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers, and a listener on the wire. */
final class ClusterKeyTest {

  private static final String KEY = "correct-horse-battery-staple";
  private static final String MARKER = "the-password-of-the-database";

  @TempDir private Path directory;

  /** Derived once: that is slow. */
  private static ClusterKey key;

  @BeforeAll
  static void derive() throws SpecException {
    key = key(KEY + "\n"); // as Kubernetes makes it of a file
  }

  private static ClusterKey key(String text) throws SpecException {
    return ClusterKey.find(null, Map.of(ClusterKey.VARIABLE, text));
  }

  @Test
  void sameKey_fromFileAndEnvironment_joins() throws Exception {
    Path file = Files.writeString(directory.resolve("key"), KEY + "\nsecond line\n");
    EventLog log = new EventLog();
    try (Loopback cluster = Loopback.open(ClusterKey.find(file, Map.of()), "c", log);
        Bus one = Loopback.opener(cluster.address(), key).join("one", new EventLog(), line -> {})) {
      one.send(cluster.coordinator().self(), MARKER.getBytes(StandardCharsets.UTF_8));
      await().forever().untilAsserted(() -> assertThat(log.events()).contains("one: " + MARKER));
    }
  }

  @Test
  void aFileThatOthersRead_isExposed() throws Exception {
    Path file = Files.writeString(directory.resolve("key"), KEY);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(ClusterKey.isExposed(file)).isTrue();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(ClusterKey.isExposed(file)).isFalse();
    assertThat(ClusterKey.isExposed(directory.resolve("missing"))).isFalse();
  }

  @Test
  void otherKey_isRefusedInOneLine_andTheCoordinatorIsToldOfNothingElse() throws Exception {
    EventLog log = new EventLog();
    try (Loopback cluster = Loopback.open(key, "c", log)) {
      BusOpener stranger = Loopback.opener(cluster.address(), key(KEY + "?"));
      do { // a busy coordinator may give the handshake up before it knows why
        assertThatThrownBy(() -> stranger.join("one", new EventLog(), line -> {}))
            .isInstanceOf(SpecException.class)
            .hasMessage("The cluster key differs from that of " + cluster.address());
      } while (log.events().isEmpty());
      assertThat(log.events())
          .containsOnly(
              "refused 127.0.0.1, its cluster key is different: use the same --cluster-key-file on"
                  + " all machines");
      Bus coordinator = cluster.coordinator();
      assertThat(coordinator.members()).containsExactly(coordinator.self());
    }
  }

  @Test
  void keyWhereTheCoordinatorHasNone_isRefusedInOneLine() throws Exception {
    EventLog log = new EventLog();
    try (Loopback cluster = Loopback.open(null, "c", log)) {
      BusOpener stranger = Loopback.opener(cluster.address(), key);
      assertThatThrownBy(() -> stranger.join("one", new EventLog(), line -> {}))
          .isInstanceOf(SpecException.class)
          .hasMessageStartingWith(cluster.address() + " answers without a cluster key");
      assertThat(cluster.coordinator().members()).hasSize(1);
      String refusal = "refused 127.0.0.1, it has a cluster key, and the coordinator has none";
      await().forever().until(() -> log.events().contains(refusal));
    }
  }

  @Test
  void processWithoutAKey_isRefused_andTheCoordinatorIsTold() throws Exception {
    EventLog log = new EventLog();
    try (Loopback cluster = Loopback.open(key, "c", log);
        Socket stranger = new Socket(InetAddress.getLoopbackAddress(), cluster.address().port())) {
      stranger.getOutputStream().write("no handshake of TLS".getBytes(StandardCharsets.UTF_8));
      await().forever().until(() -> !log.events().isEmpty());
      assertThat(log.events())
          .containsExactly("refused 127.0.0.1, it has no cluster key: give it --cluster-key-file");
    }
  }

  @Test
  void agentWithoutAKey_endsWhenItIsStoppedWhileItConnects() throws Exception {
    EventLog log = new EventLog();
    try (Loopback cluster = Loopback.open(key, "c", log)) {
      Surroundings stoppedOnceRefused =
          new Surroundings(null, Map.of(), () -> !log.events().isEmpty(), line -> {}, line -> {});
      BusOpener opener = Loopback.opener(cluster.address(), null);
      new AgentService(opener, "one", directory, stoppedOnceRefused).run(false);
      assertThat(cluster.coordinator().members()).hasSize(1);
    }
  }

  @Test
  void textOfAMessage_isOnTheWire_onlyWithoutKey() throws Exception {
    assertThat(onTheWire(null)).contains(MARKER);
    assertThat(onTheWire(key)).doesNotContain(MARKER).doesNotContain("one-agent");
  }

  /** All that passes between a coordinator and an agent. */
  private static String onTheWire(@Nullable ClusterKey key) throws Exception {
    EventLog log = new EventLog();
    EventLog atOne = new EventLog();
    try (Loopback cluster = Loopback.open(key, "c", log);
        Wiretap wiretap = new Wiretap(cluster.address().port());
        Bus one =
            Loopback.opener(Loopback.at(wiretap.port()), key)
                .join("one-agent", atOne, line -> {})) {
      Bus coordinator = cluster.coordinator();
      byte[] text = MARKER.getBytes(StandardCharsets.UTF_8);
      one.send(coordinator.self(), text);
      await().forever().until(() -> log.events().contains("one-agent: " + MARKER));
      coordinator.send(one.self(), text);
      await().forever().until(() -> atOne.events().contains("c: " + MARKER));
      return wiretap.seen();
    }
  }

  /** A proxy that keeps what passes. */
  private static final class Wiretap implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    Wiretap(int target) throws IOException {
      start(
          () -> {
            while (true) {
              Socket client = server.accept();
              Socket onward = new Socket(InetAddress.getLoopbackAddress(), target);
              sockets.addAll(List.of(client, onward));
              start(() -> copy(client, onward));
              start(() -> copy(onward, client));
            }
          });
    }

    private interface Action {
      void run() throws IOException;
    }

    private static void start(Action action) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  action.run();
                } catch (IOException e) {
                  return; // closed
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    private void copy(Socket from, Socket to) throws IOException {
      try (to;
          InputStream in = from.getInputStream();
          OutputStream out = to.getOutputStream()) {
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          synchronized (seen) {
            seen.write(buffer, 0, n);
          }
          out.write(buffer, 0, n);
        }
      }
    }

    int port() {
      return server.getLocalPort();
    }

    String seen() {
      synchronized (seen) {
        return seen.toString(StandardCharsets.ISO_8859_1);
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void key_isInNoText() throws Exception {
    assertThat(key).hasToString("***");
    String shortKey = "tooshort";
    Path file = directory.resolve("secret-" + KEY);
    assertThatThrownBy(() -> key(shortKey))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("STALLMARK_CLUSTER_KEY: the cluster key has fewer than 16")
        .hasMessageNotContaining(shortKey);
    assertThatThrownBy(() -> ClusterKey.find(file, Map.of()))
        .hasMessage("--cluster-key-file: the file cannot be read");
    assertThat(ClusterKey.find(null, Map.of())).isNull();
  }

  /** So that members with different versions of Java agree: a key gives these bytes for ever. */
  @Test
  void certificate_isTheSameOnEveryJava() throws Exception {
    byte[] seed =
        HexFormat.of().parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    X509Certificate certificate = KeyCertificate.of(seed).certificate();
    byte[] encoded = certificate.getPublicKey().getEncoded();
    // test 1 of RFC 8032, section 7.1
    assertThat(HexFormat.of().formatHex(encoded))
        .endsWith("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    certificate.verify(certificate.getPublicKey());
  }

  @Test
  void address_isReadInEveryForm() throws Exception {
    assertThat(ClusterAddress.parse("--join", "box")).hasToString("box:7800");
    assertThat(ClusterAddress.parse("--join", "10.0.0.5:7")).hasToString("10.0.0.5:7");
    assertThat(ClusterAddress.parse("--join", "[::1]:81")).hasToString("[::1]:81");
    for (String wrong : List.of("", ":7800", "a:0", "a:65536", "a:b", "::1", "user@a:1", "a:1:2")) {
      assertThatThrownBy(() -> ClusterAddress.parse("--join", wrong))
          .isInstanceOf(SpecException.class)
          .hasMessage("--join takes HOST:PORT, for example 10.0.0.5:7800, not '" + wrong + "'");
    }
  }
}
