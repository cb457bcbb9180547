package io.stallmark.trace;

import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/** Traces for tests. */
public final class TraceExamples {

  public static final long SECOND = 1_000_000_000L;
  public static final long MILLISECOND = 1_000_000L;

  private TraceExamples() {}

  public static TraceOrigin origin(String family) {
    return new TraceOrigin(
        family,
        "proxy",
        "1.0",
        "db1:3306",
        Map.of("version", "8.4.3"),
        Instant.parse("2026-11-23T02:05:00Z"),
        "ns",
        TraceOrigin.Replies.SUMMARY);
  }

  /** Writes a completed trace. */
  public static void write(Path directory, String family, List<TraceRecord> records)
      throws TraceException {
    try (TraceWriter writer = TraceWriter.create(directory, origin(family))) {
      records.forEach(writer::record);
      writer.end(State.COMPLETED, "");
    }
  }

  /** Two sessions that send an operation every second in turn, answered after a millisecond. */
  public static List<TraceRecord> twoSessions(int operations) {
    List<TraceRecord> records = new ArrayList<>();
    for (int session = 1; session <= 2; session++) {
      records.add(new SessionStart(session, session, Map.of("user", "app" + session)));
    }
    for (int i = 0; i < operations; i++) {
      int session = i % 2 + 1;
      int sequence = i / 2 + 1;
      long time = i * SECOND + 10;
      String text = (i % 3 == 0 ? "update " : "select ") + "t" + i % 5 + " " + i;
      records.add(new Operation(session, time, sequence, 3, text.getBytes()));
      records.add(reply(session, time + MILLISECOND, sequence, Outcome.OK));
    }
    for (int session = 1; session <= 2; session++) {
      records.add(new SessionEnd(session, operations * SECOND));
    }
    return records;
  }

  public static Reply reply(int session, long time, long sequence, Outcome outcome) {
    int error = outcome == Outcome.ERROR ? 1062 : 0;
    return new Reply(
        session, time, sequence, MILLISECOND, 1000, outcome, error, 1, 0, 80, 42, new byte[0]);
  }

  /** Records of every kind with random content. */
  static List<TraceRecord> random(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    List<TraceRecord> records = new ArrayList<>();
    long time = 0;
    for (int i = 0; i < count; i++) {
      time += random.nextLong(-1000, 1_000_000);
      records.add(random(random, time));
    }
    return records;
  }

  private static TraceRecord random(SplittableRandom random, long time) {
    int session = random.nextBoolean() ? random.nextInt(1, 100) : random.nextInt(1, 10_000_000);
    byte[] body = new byte[random.nextInt(300)];
    new Random(random.nextLong()).nextBytes(body);
    return switch (random.nextInt(5)) {
      case 0 -> new SessionStart(session, time, Map.of("user", "ä€" + number(random), "", "x"));
      case 1 -> new SessionEnd(session, time);
      case 2 -> new Operation(session, time, number(random), random.nextInt(), body);
      case 3 ->
          new Reply(
              session,
              time,
              number(random),
              number(random),
              number(random),
              Outcome.values()[random.nextInt(4)],
              random.nextInt(),
              number(random),
              number(random),
              number(random),
              random.nextLong(),
              body);
      default -> new Gap(session, time, number(random), "queue-full");
    };
  }

  /** Number of any size, from one bit to 64. */
  private static long number(SplittableRandom random) {
    return random.nextLong() >>> random.nextInt(Long.SIZE);
  }
}
