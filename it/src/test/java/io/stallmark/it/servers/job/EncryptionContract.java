package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.ServerCertificate;
import io.stallmark.it.Thorough;
import io.stallmark.it.servers.record.RecordedTraffic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Encrypted connections and logins to one server, one of them from the runnable jar. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EncryptionContract {

  private Path directory;
  private ServerCertificate certificate;
  private Server server;

  /** Starts a server that has the certificate, wants a login, and takes no plain connections. */
  abstract Server start(ServerCertificate certificate);

  /** What a plain connection is answered. */
  abstract String plainAnswer();

  /** Makes the server forget logins, if a later login of the same user is another one. */
  void forgetLogins() throws Exception {}

  final Server server() {
    return server;
  }

  final ServerCertificate certificate() {
    return certificate;
  }

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
    return run(false, options);
  }

  /**
   * @param jar whether the runnable jar is started
   */
  private Program.Result run(boolean jar, String... options) throws Exception {
    Path own = Files.createTempDirectory(directory, "run");
    Program program = new Program(own, Map.of("STALLMARK_PASSWORD", server.password()));
    List<String> arguments =
        new ArrayList<>(List.of("run", "sysbench", "--url", server.url(), "--verbose"));
    arguments.addAll(List.of("--events", "50", "-p", "tables=1", "-p", "rows=100"));
    arguments.addAll(List.of(options));
    String[] line = arguments.toArray(String[]::new);
    Program.Result result = jar ? program.run(line) : program.call(line);
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
    Program.Result result = run("--tls", "required").well();
    assertThat(result.out()).contains("TLS");
    assertThat(result.err())
        .contains(
            "Warning: --tls required encrypts, but does not check the identity of the server");
  }

  @Test
  void encryptionToTheRightServer_works() throws Exception {
    Program.Result result =
        run(true, "--tls", "verify", "--tls-ca", certificate.ca().toString()).well();
    assertThat(result.err()).doesNotContain("identity");
  }

  @Test
  void aCertificateOfUnknownOrigin_isRefused() throws Exception {
    assertRefused(run("--tls", "verify"), "certif");
  }

  @Test
  void anAuthorityAlone_meansVerification() throws Exception {
    Program.Result result = run("--tls-ca", certificate.ca().toString()).well();
    assertThat(result.out()).contains("TLS");
    assertThat(result.err()).doesNotContain("identity");
    Path other = Files.createDirectory(directory.resolve("other"));
    assertRefused(run("--tls-ca", ServerCertificate.make(other).ca().toString()), "certif");
  }

  /** The first login passes the whole password through both encrypted sides. */
  @Test
  @Thorough
  void recordingIsEncryptedOnBothSides() throws Exception {
    run("--tls", "required"); // loads the table
    forgetLogins();
    Path own = Files.createTempDirectory(directory, "record");
    Path chain = Files.writeString(directory.resolve("proxy.pem"), certificate.text());
    Path trace = own.resolve("trace");
    Program program = new Program(own, Map.of("STALLMARK_PASSWORD", server.password()));
    String ca = certificate.ca().toString();
    String[] client = {
      "run",
      "sysbench",
      "--events",
      "50",
      "--threads",
      "2",
      "-p",
      "tables=1",
      "-p",
      "rows=100",
      "--tls",
      "verify",
      "--tls-ca",
      ca
    };
    List<String> options =
        List.of("--tls", "verify", "--tls-ca", ca, "--proxy-cert", chain.toString());
    RecordedTraffic traffic = RecordedTraffic.of(program, server, trace, options, client);
    assertThat(program.run("trace", "check", trace.toString()).exit()).isZero();
    long operations =
        new JsonMapper()
            .readTree(Files.readString(trace.resolve("trace.json")))
            .get("counts")
            .get("operations")
            .asLong();
    assertThat(operations)
        .isGreaterThanOrEqualTo(program.runJson().get("summary").get("statements").asLong());
    assertThat(traffic.output() + program.files()).doesNotContain(server.password());
  }

  @Test
  void aPlainConnection_isRefusedWithAHint() throws Exception {
    assertRefused(run("--tls", "off"), plainAnswer());
  }
}
