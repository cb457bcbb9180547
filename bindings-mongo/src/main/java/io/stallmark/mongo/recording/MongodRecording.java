package io.stallmark.mongo.recording;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recording of mongod's traffic recorder. Its times are coarse, so that the messages of one unit of
 * time are spread over it, in the order in which the server saw them.
 */
final class MongodRecording extends ForeignRecording {

  /** File of mongod's traffic recorder. */
  record TrafficFile(Path path, TrafficLayout layout) {}

  /** Messages that wait at most in order to spread them. */
  private static final int MAX_WAITING = 1000;

  private static final long MILLISECOND = 1_000_000;
  private static final long MICROSECOND = 1_000;

  private final List<TrafficFile> files;
  private final boolean dated;
  private final Map<Long, TrafficConnection> connections = new HashMap<>();
  private final List<TrafficRecord> waiting = new ArrayList<>();
  private long unit; // of the waiting messages, since the start
  private long latest; // time of the last record passed on
  private int sessions;

  /**
   * Creates a recording.
   *
   * @param dated whether times are milliseconds since 1970; otherwise microseconds since the start
   */
  MongodRecording(List<TrafficFile> files, Instant start, boolean dated) {
    super(
        start,
        dated ? "ms" : "us",
        Replies.SUMMARY,
        Map.of("layout", files.get(0).layout().name().toLowerCase(Locale.ROOT)));
    this.files = files;
    this.dated = dated;
  }

  @Override
  public void convert(TraceSink sink) throws IOException {
    for (TrafficFile file : files) {
      convert(file, sink);
    }
    release(sink);
    connections.values().forEach(connection -> connection.end(latest));
  }

  private void convert(TrafficFile file, TraceSink sink) throws IOException {
    try (BlockFile blocks = MongodFormat.blocks(file.path())) {
      for (byte[] block = blocks.next(); block != null; block = blocks.next()) {
        TrafficRecord traffic = file.layout().read(block);
        if (traffic == null) {
          throw blocks.damaged("the record has no message");
        }
        add(traffic, sink);
      }
    }
  }

  private void add(TrafficRecord traffic, TraceSink sink) {
    long time = dated ? traffic.time() - start().toEpochMilli() : traffic.time();
    if (time > unit || waiting.size() == MAX_WAITING) {
      release(sink);
      unit = Math.max(unit, time);
    }
    waiting.add(traffic);
  }

  /** Passes the waiting messages on. */
  private void release(TraceSink sink) {
    waiting.sort(Comparator.comparingLong(TrafficRecord::order));
    long length = dated ? MILLISECOND : MICROSECOND;
    long from = Math.max(latest, unit * length);
    long rest = Math.max(0, (unit + 1) * length - from);
    for (int i = 0; i < waiting.size(); i++) {
      latest = from + rest * i / waiting.size();
      pass(waiting.get(i), sink);
    }
    waiting.clear();
  }

  private void pass(TrafficRecord traffic, TraceSink sink) {
    if (traffic.hasMessage()) {
      connections
          .computeIfAbsent(
              traffic.connection(), number -> new TrafficConnection(() -> ++sessions, sink))
          .accept(latest, MessageInflater.inflate(traffic.message()));
      return;
    }
    // A connection that is not known begins; its session does so after the login.
    @Nullable TrafficConnection ended = connections.remove(traffic.connection());
    if (ended != null) {
      ended.end(latest);
    }
  }
}
