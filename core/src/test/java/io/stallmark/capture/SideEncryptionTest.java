package io.stallmark.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.stallmark.spec.SpecException;
import io.stallmark.spi.Tls;
import io.stallmark.trace.TraceRecord.Operation;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on either side of the proxy. */
final class SideEncryptionTest {

  private static final InetSocketAddress ANY = InetSocketAddress.createUnresolved("127.0.0.1", 1);

  @TempDir static Path directory;
  private static ToyCertificate own;

  @BeforeAll
  static void make() throws Exception {
    own = ToyCertificate.make(directory, "RSA");
  }

  @Test
  void bothSides_areEncrypted_andRecordedInTheClear() throws Exception {
    Tls verify = new Tls(Tls.Mode.VERIFY, own.certificate());
    TraceList trace = new TraceList();
    try (ToyServer server = encryptedServer();
        ToyProxy proxy =
            new ToyProxy(
                server.address(),
                1 << 20,
                trace,
                SideEncryption.ofServer(verify, server.address()),
                SideEncryption.ofClients(own.identity()))) {
      proxy.record();
      SideEncryption client = SideEncryption.ofServer(verify, ANY);
      try (Socket socket = client.encrypt(proxy.connect(), new byte[0])) {
        ToyProxy.login(socket, "a");
        byte[] bytes = "secret\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        Thread sender =
            new Thread(
                () -> {
                  try {
                    socket.getOutputStream().write(bytes);
                    socket.shutdownOutput();
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                });
        sender.start();
        assertThat(socket.getInputStream().readAllBytes()).isEqualTo(bytes);
      }
    }
    assertThat(trace.of(Operation.class)).hasSize(10_000);
  }

  private static ToyServer encryptedServer() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own.store(), ToyCertificate.WORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    ServerSocket server = context.getServerSocketFactory().createServerSocket(0);
    return new ToyServer(server, ToyServer::echo);
  }

  @Test
  void anyCertificate_isAcceptedByRequired_butNotByVerify() throws Exception {
    try (ToyServer server = encryptedServer()) {
      try (ToyProxy proxy = proxy(server, new Tls(Tls.Mode.REQUIRED, null));
          Socket client = proxy.login("a")) {
        assertThat(client.isConnected()).isTrue();
      }
      try (ToyProxy proxy = proxy(server, new Tls(Tls.Mode.VERIFY, null));
          Socket client = proxy.connect()) {
        assertThat(client.getInputStream().read()).isNegative();
        RecordingProxyTest.await(() -> !proxy.warnings.isEmpty());
        assertThat(proxy.warnings).singleElement(STRING).contains("certification path");
      }
    }
  }

  private static ToyProxy proxy(ToyServer server, Tls tls) throws Exception {
    SideEncryption servers = SideEncryption.ofServer(tls, server.address());
    return new ToyProxy(server.address(), 1 << 20, new TraceList(), servers, null).record();
  }

  @Test
  void noEncryption_unlessTheOptionsWantIt() throws Exception {
    assertThat(SideEncryption.ofServer(Tls.UNSAID, ANY)).isNull();
    assertThat(SideEncryption.ofServer(new Tls(Tls.Mode.OFF, null), ANY)).isNull();
  }

  @Test
  void authority_isReadWithoutPem() throws Exception {
    byte[] encoded = own.store().getCertificate("toy").getEncoded();
    Path file = Files.write(directory.resolve("authority.der"), encoded);
    assertThat(SideEncryption.ofServer(new Tls(Tls.Mode.VERIFY, file), ANY)).isNotNull();
  }

  @Test
  void keysOfEllipticCurves_areRead() throws Exception {
    Path files = Files.createDirectory(directory.resolve("ec"));
    assertThat(SideEncryption.ofClients(ToyCertificate.make(files, "EC").identity())).isNotNull();
  }

  @Test
  void filesWithoutCertificateAndKey_areRefusedInOneLine() throws Exception {
    Path file = directory.resolve("bad.pem");
    assertThatThrownBy(() -> SideEncryption.ofClients(file))
        .isInstanceOf(SpecException.class)
        .hasMessage("--proxy-cert: " + file + " cannot be read: no such file");
    refused(file, "", "has no certificate in PEM format");
    String certificate = Files.readString(own.certificate());
    refused(file, certificate, "has 0 private keys, not one (BEGIN PRIVATE KEY)");
    refused(
        file,
        certificate + ToyCertificate.pem("RSA PRIVATE KEY", new byte[3]),
        "has a key that is not PKCS#8 without a passphrase: convert it with 'openssl pkcs8 -topk8"
            + " -nodes'");
    refused(
        file,
        certificate + ToyCertificate.pem("PRIVATE KEY", new byte[3]),
        "has a private key that is not RSA, EC or Ed25519");
    refused(
        file, ToyCertificate.pem("CERTIFICATE", new byte[3]), "has a part that is not valid PEM");
  }

  private static void refused(Path file, String text, String reason) throws IOException {
    Files.writeString(file, text);
    assertThatThrownBy(() -> SideEncryption.ofClients(file))
        .isInstanceOf(SpecException.class)
        .hasMessage("--proxy-cert: " + file + " " + reason);
  }
}
