package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.capture.RecordingStatus;
import io.stallmark.capture.ToyProtocol;
import io.stallmark.capture.ToyServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings by the command line, of a toy server. */
final class RecordCommandTest extends StagedTest {

  private static final String CANARY = "Canary-9b2c";
  private static final Pattern ADDRESS =
      Pattern.compile("Clients connect to 127\\.0\\.0\\.1:(\\d+)\n");

  private ToyServer server;

  @BeforeEach
  void prepare() throws IOException {
    stage.binding.wire = Optional.of(new ToyProtocol());
    server = new ToyServer();
  }

  @AfterEach
  void end() throws IOException {
    server.close();
  }

  private String url() {
    return "memory://user@127.0.0.1:" + server.address().getPort() + "/db";
  }

  private Stage.Outcome record(String... more) {
    return stage.run(Stage.words(List.of("record", "--url", url(), "--to", "trace"), more));
  }

  /** A recording on a thread of its own. */
  private final class Recording {
    private final CompletableFuture<String> address = new CompletableFuture<>();
    private final CompletableFuture<Stage.Outcome> outcome;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Recording(String... more) {
      outcome =
          CompletableFuture.supplyAsync(
              () ->
                  stage.runTo(
                      lines(),
                      Stage.words(List.of("record", "--url", url(), "--to", "trace"), more)),
              task -> new Thread(task, "recording").start());
      outcome.whenComplete(
          (ended, failure) ->
              address.completeExceptionally(new AssertionError("It ended: " + ended, failure)));
    }

    private OutputStream lines() {
      return new OutputStream() {
        @Override
        public void write(int b) {
          out.write(b);
          Matcher said = ADDRESS.matcher(out.toString(StandardCharsets.UTF_8));
          if (b == '\n' && said.find()) {
            address.complete(said.group(1));
          }
        }
      };
    }

    /** Connects as soon as the recording says where. */
    Socket connect() throws IOException {
      return new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address.join()));
    }

    Stage.Outcome end() {
      Stage.Outcome ended = outcome.join();
      return new Stage.Outcome(ended.exit(), out.toString(StandardCharsets.UTF_8), ended.err());
    }
  }

  @Test
  void recording_endsAfterItsSeconds_andSaysWhatToDoNext() {
    Stage.Outcome outcome = record("--seconds", "0.3").well();
    assertThat(outcome.out().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "Recording toy at 127.0.0.1:" + server.address().getPort() + " into trace"),
            line -> assertThat(line).matches("Clients connect to 127.0.0.1:\\d+"),
            line -> assertThat(line).startsWith("Recorded 0 operations of 0 sessions in "),
            line -> assertThat(line).isEqualTo("Next: stallmark trace info trace"));
    assertThat(outcome.err()).isEmpty();
    assertThat(directory.resolve("trace/trace.json")).content().contains("completed");
  }

  @Test
  void interrupt_endsWell_andClosesOpenSessions() throws Exception {
    Recording recording = new Recording();
    try (Socket client = recording.connect()) {
      assertThat(asked(client, "login a")).isEqualTo("login a");
      assertThat(asked(client, "one")).isEqualTo("one");
      stage.signal();
      assertThat(ended(client)).isTrue();
    }
    Stage.Outcome outcome = recording.end().well();
    assertThat(outcome.out()).contains("Recorded 1 operation of 1 session in ");
    assertThat(outcome.errorLines())
        .containsExactly(
            "Shutting down; a second signal ends the program immediately.",
            "1 session is still open; its connection is closed.");
  }

  @Test
  void recording_endsAtItsSize() throws Exception {
    Recording recording = new Recording("--max-bytes", "100k");
    try (Socket client = recording.connect()) {
      asked(client, "login a");
      byte[] random = new byte[4_000_000]; // a compressor cannot shrink it
      new Random(1).nextBytes(random);
      Thread sender = new Thread(() -> send(client, random));
      sender.start();
      assertThat(ended(client)).isTrue();
      sender.join();
    }
    assertThat(recording.end().exit()).isZero();
  }

  private static void send(Socket client, byte[] bytes) {
    try {
      client.getOutputStream().write(bytes);
    } catch (IOException e) {
      // the recording has ended
    }
  }

  private static String asked(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    StringBuilder answer = new StringBuilder();
    InputStream in = socket.getInputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      assertThat(b).as("the connection ended").isNotNegative();
      answer.append((char) b);
    }
    return answer.toString();
  }

  private static boolean ended(Socket socket) throws IOException {
    try {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketException reset) {
      // also an end
    }
    return true;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--to t                                   | --url is missing: give the server to record",
        "--url URL                                | --to is missing: give the directory of the trace",
        "--url memory://nowhere/db --to t         | The URL names no server",
        "--url embedded:memory --to t             | An embedded server has no clients to record",
        "--url URL --to t --listen here           | --listen: 'here' is not HOST:PORT, as in",
        "--url URL --to t --listen SERVER         | --listen SERVER: Address already in use",
        "--url URL --to t --listen no.invalid:1   | --listen no.invalid:1: unknown host",
        "--url URL --to t --keep-replies rows     | --keep-replies: 'rows' is not one of none,"
            + " summary, full",
        "--url URL --to t --seconds 0             | --seconds must be above 0",
        "--url URL --to t --max-bytes 0           | --max-bytes must be above 0",
        "--url URL --to t --tls-ca nowhere.pem    | --tls-ca nowhere.pem cannot be read",
        "--url URL --to t --proxy-cert nowhere    | cannot be read: no such file",
      })
  void wrongUsage_isOneLine(String line, String complaint) {
    String address = "127.0.0.1:" + server.address().getPort();
    String full = line.replace("URL", url()).replace("SERVER", address);
    Stage.Outcome outcome = stage.run(("record " + full).split(" +"));
    assertThat(outcome.errorLines()).as(outcome.err()).hasSize(1);
    assertThat(outcome.err()).contains(complaint.replace("SERVER", address));
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void databaseWithoutProtocol_cannotBeRecorded() {
    stage.binding.wire = Optional.empty();
    Stage.Outcome outcome = record();
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines())
        .containsExactly("stallmark: Traffic of memory cannot be recorded");
  }

  @Test
  void unreachableServer_isOneLine_andNoTrace() throws IOException {
    server.close();
    Stage.Outcome outcome = record();
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "stallmark: The server at 127.0.0.1:%d is not reachable: Connection refused",
                server.address().getPort()));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void directoryOfAnotherTrace_isRefused() throws IOException {
    Files.createDirectory(directory.resolve("trace"));
    Files.writeString(directory.resolve("trace/notes"), "");
    Stage.Outcome outcome = record();
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).singleElement().asString().endsWith("trace is not empty");
  }

  @Test
  void traceThatCannotBeCompleted_isAFailure() throws Exception {
    Recording recording = new Recording();
    try (Socket client = recording.connect()) {
      asked(client, "login a");
      while (!traceIsDeleted()) {
        Thread.onSpinWait();
      }
      stage.signal();
    }
    Stage.Outcome outcome = recording.end();
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("stallmark: The recording failed. The trace ");
  }

  /** Deletes the trace. False: the recorder has made or renamed one of its files meanwhile. */
  private boolean traceIsDeleted() throws IOException {
    try (var files = Files.walk(directory.resolve("trace"))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
      return true;
    } catch (DirectoryNotEmptyException | NoSuchFileException | UncheckedIOException e) {
      return Files.notExists(directory.resolve("trace"));
    }
  }

  @Test
  void passwordOfTheUrl_isNotUsed_andNeverPrinted() throws IOException {
    String secret = url().replace("user@", "user:" + CANARY + "@");
    Stage.Outcome outcome =
        stage.run("record", "--url", secret, "--to", "t", "--seconds", "0.1").well();
    assertThat(outcome.err()).contains("The password in the URL is not used");
    assertThat(outcome.out() + outcome.err()).doesNotContain(CANARY);
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(CANARY);
      }
    }
  }

  @Test
  void progress_isWithin80Columns() {
    RecordingStatus status =
        new RecordingStatus(
            TimeUnit.SECONDS.toNanos(86_400),
            1_000,
            20_000,
            1_728_000_000,
            0,
            99_999_900_000L,
            0,
            0,
            null);
    assertThat(RecordingLines.line(20_000, status))
        .isEqualTo("86400 s  1,000 open  1,728,000,000 operations  20,000/s  99,999.9 MB  0 lost")
        .hasSizeLessThan(80);
  }
}
