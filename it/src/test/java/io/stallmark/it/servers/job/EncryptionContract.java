package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections and logins to one server, from the runnable jar. */
@Docker
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EncryptionContract {

  private Path directory;
  private ServerCertificate certificate;
  private Server server;

  /** Starts a server that has the certificate, wants a login, and takes no plain connections. */
  abstract Server start(ServerCertificate certificate);

  /** What a plain connection is answered. */
  abstract String plainAnswer();

  @BeforeAll
  void begin(@TempDir Path temporary) throws Exception {
    directory = temporary;
    certificate = ServerCertificate.make(directory);
    server = start(certificate);
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
  }

  private Program.Result run(String... options) throws Exception {
    Path own = Files.createTempDirectory(directory, "run");
    Program program = new Program(own, Map.of("STALLMARK_PASSWORD", server.password()));
    List<String> arguments = new ArrayList<>(List.of("run", "sysbench", "--url", server.url()));
    arguments.addAll(List.of("--events", "50", "-p", "tables=1", "-p", "rows=100"));
    arguments.addAll(List.of(options));
    Program.Result result = program.run(arguments.toArray(String[]::new));
    assertThat(result.out() + result.err() + program.files()).doesNotContain(server.password());
    return result;
  }

  private void assertRefused(Program.Result result, String says) {
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(3);
    assertThat(result.err()).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(result.lastError()).startsWith("stallmark: ").containsIgnoringCase(says);
  }

  @Test
  void encryptionWithoutLookingAtTheCertificate_works_withAWarning() throws Exception {
    Program.Result result = run("--tls", "required");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("TLS");
    assertThat(result.err())
        .contains(
            "Warning: --tls required encrypts, but does not check the identity of the server");
  }

  @Test
  void encryptionToTheRightServer_works() throws Exception {
    Program.Result result = run("--tls", "verify", "--tls-ca", certificate.ca().toString());
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).doesNotContain("identity");
  }

  @Test
  void aCertificateOfUnknownOrigin_isRefused() throws Exception {
    assertRefused(run("--tls", "verify"), "certif");
  }

  @Test
  void anAuthorityAlone_meansVerification() throws Exception {
    Program.Result result = run("--tls-ca", certificate.ca().toString());
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("TLS");
    assertThat(result.err()).doesNotContain("identity");
    Path other = Files.createDirectory(directory.resolve("other"));
    assertRefused(run("--tls-ca", ServerCertificate.make(other).ca().toString()), "certif");
  }

  @Test
  void aPlainConnection_isRefusedWithAHint() throws Exception {
    assertRefused(run("--tls", "off"), plainAnswer());
  }
}
