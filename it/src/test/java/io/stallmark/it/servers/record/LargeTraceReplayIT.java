package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.it.WhileRunning;
import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Replays generated traces. The size of the large one in GB is the system property {@code
 * stallmark.trace.gb}.
 */
@Docker
@Thorough
final class LargeTraceReplayIT {

  private static final int QUERY = 3;
  private static final int SESSIONS = 4;
  private static final int TEXT = 20_000;
  private static final long GIGABYTE = 1_000_000_000;
  private static final long STEP = 100_000; // nanoseconds: 10,000 operations/s
  private static final long MOST_KB = 512 * 1024;

  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "client-capabilities",
          "3ba28d",
          "server-capabilities",
          "dfffffff",
          "charset",
          "45",
          "schema",
          "bench",
          "user",
          "app");

  @TempDir private Path directory;
  private Server server;
  private Program program;
  private Path trace;

  @BeforeEach
  void begin() {
    server = SharedServer.MARIADB.emptied();
    program =
        new Program(
            directory,
            Map.of("STALLMARK_PASSWORD", server.password(), "JAVA_TOOL_OPTIONS", "-Xmx256m"));
    trace = directory.resolve("trace");
  }

  private TraceWriter writer() throws Exception {
    return TraceWriter.create(
        trace,
        new TraceOrigin(
            "mysql",
            "proxy",
            "1",
            "db:1",
            Map.of(),
            Instant.EPOCH,
            "ns",
            TraceOrigin.Replies.SUMMARY));
  }

  private static void query(TraceWriter writer, int session, long time, long number, byte[] body) {
    writer.record(new Operation(session, time, number, QUERY, body));
    writer.record(
        new Reply(session, time + 5, number, 5, 5, Outcome.ROWS, 0, 1, 0, 50, 0, new byte[0]));
  }

  /** Returns a query with a long comment, which the server reads and the fingerprint omits. */
  private static byte[] query(Random random) {
    byte[] body = new byte[TEXT];
    byte[] begin = "\3SELECT 1 /* ".getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) ('a' + random.nextInt(16));
    }
    System.arraycopy(begin, 0, body, 0, begin.length);
    body[TEXT - 2] = '*';
    body[TEXT - 1] = '/';
    return body;
  }

  private void replay(long operations) throws Exception {
    Program.Running running =
        program.start(
            "run", "replay", "--url", server.url(), "-p", "trace=" + trace, "-p", "speed=0");
    Path status = Path.of("/proc", Long.toString(running.process().pid()), "status");
    AtomicLong peak = new AtomicLong();
    WhileRunning.untilOrEnd(
        running,
        () -> {
          peak.accumulateAndGet(peak(status), Math::max);
          return false;
        });
    long most = peak.get();
    Program.finish(running).well();
    JsonNode replay = program.runJson().get("replay");
    assertThat(replay.get("recorded").asLong()).isEqualTo(operations);
    assertThat(replay.get("replayed").asLong()).isEqualTo(operations);
    assertThat(replay.get("same").asLong()).isEqualTo(operations);
    System.out.println("Peak resident memory of the replay: " + most / 1024 + " MiB");
    assertThat(most).as("kB resident").isPositive().isLessThan(MOST_KB);
  }

  private static long peak(Path status) throws Exception {
    if (!Files.exists(status)) {
      return 0;
    }
    try (var lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (UncheckedIOException e) {
      return 0; // it has ended
    }
  }

  @Test
  void largeTrace_isReplayedInLittleMemory() throws Exception {
    long operations = Long.getLong("stallmark.trace.gb", 2) * GIGABYTE / TEXT;
    Random random = new Random(1);
    byte[][] bodies = new byte[64][];
    Arrays.setAll(bodies, i -> query(random));
    try (TraceWriter writer = writer()) {
      for (int session = 1; session <= SESSIONS; session++) {
        writer.record(new SessionStart(session, 0, ATTRIBUTES));
      }
      for (long i = 0; i < operations; i++) {
        byte[] body = bodies[(int) (i % bodies.length)];
        query(writer, (int) (1 + i % SESSIONS), i * STEP, 1 + i / SESSIONS, body);
      }
      for (int session = 1; session <= SESSIONS; session++) {
        writer.record(new SessionEnd(session, operations * STEP));
      }
      writer.end(State.COMPLETED, "");
    }
    replay(operations);
  }

  @Test
  void tenThousandSessions_ofOneOperationEach_areReplayed() throws Exception {
    int sessions = 10_000;
    try (TraceWriter writer = writer()) {
      for (int session = 1; session <= sessions; session++) {
        long time = session * STEP;
        writer.record(new SessionStart(session, time, ATTRIBUTES));
        query(writer, session, time + 1, 1, "\3SELECT 1".getBytes(StandardCharsets.US_ASCII));
        if (session > SESSIONS) {
          writer.record(new SessionEnd(session - SESSIONS, time + 500));
        }
      }
      for (int session = sessions - SESSIONS + 1; session <= sessions; session++) {
        writer.record(new SessionEnd(session, (sessions + 2) * STEP));
      }
      writer.end(State.COMPLETED, "");
    }
    replay(sessions);
  }
}
