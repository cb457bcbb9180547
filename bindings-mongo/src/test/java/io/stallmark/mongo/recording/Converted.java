package io.stallmark.mongo.recording;

import io.stallmark.mongo.MongoBinding;
import io.stallmark.mongo.wire.MongoWireProtocol;
import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** Records of a converted recording; fails where sessions and times are not as a trace has them. */
final class Converted implements TraceSink {

  private final List<TraceRecord> all = new ArrayList<>();
  private final List<String> omitted = new ArrayList<>();
  private final Set<Integer> open = new HashSet<>();
  private Instant start = Instant.EPOCH;
  private long latest;

  static Converted of(String format, Path... files) throws IOException {
    Converted converted = new Converted();
    converted.read(format, files);
    return converted;
  }

  /** Adds what a recording has until its end or its damage. */
  void read(String format, Path... files) throws IOException {
    try (ForeignRecording recording = open(format, files)) {
      start = recording.start();
      recording.convert(this);
    }
    if (!open.isEmpty()) {
      throw new IllegalStateException("sessions without an end: " + open);
    }
  }

  static ForeignRecording open(String format, Path... files) throws IOException {
    List<RecordingFormat> formats = new MongoBinding().wireProtocol().orElseThrow().formats();
    return formats.stream()
        .filter(f -> f.name().equals(format))
        .findFirst()
        .orElseThrow()
        .open(List.of(files));
  }

  /** Writes a recorded file of the tests to a directory. */
  static Path file(String name, Path directory) throws IOException {
    try (InputStream in =
        new GZIPInputStream(
            Objects.requireNonNull(Converted.class.getResourceAsStream(name + ".gz"), name))) {
      return Files.write(directory.resolve(name), in.readAllBytes());
    }
  }

  @Override
  public void record(TraceRecord record) {
    if (record.time() < latest) {
      throw new IllegalStateException("descending time: " + record);
    }
    latest = record.time();
    if (record instanceof SessionStart ? !open.add(record.session()) : isOutside(record)) {
      throw new IllegalStateException("not in a session: " + record);
    }
    if (record instanceof SessionEnd) {
      open.remove(record.session());
    }
    all.add(record);
  }

  private boolean isOutside(TraceRecord record) {
    return !open.contains(record.session());
  }

  @Override
  public void omitted(String command) {
    omitted.add(command);
  }

  Instant start() {
    return start;
  }

  List<TraceRecord> all() {
    return all;
  }

  <T extends TraceRecord> List<T> only(Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  Reply reply(Operation operation) {
    List<Reply> replies =
        only(Reply.class).stream()
            .filter(r -> r.session() == operation.session() && r.sequence() == operation.sequence())
            .toList();
    if (replies.size() != 1) {
      throw new IllegalStateException(replies.size() + " replies to " + operation.sequence());
    }
    return replies.get(0);
  }

  /** Command, outcome, error code, rows and changed rows of each operation of a session. */
  List<String> summary(int session) {
    return only(Operation.class).stream()
        .filter(operation -> operation.session() == session)
        .map(
            operation -> {
              Reply reply = reply(operation);
              return String.join(
                  " ",
                  text(operation).command(),
                  "" + reply.outcome(),
                  "" + reply.errorCode(),
                  "" + reply.rows(),
                  "" + reply.affected());
            })
        .toList();
  }

  static OperationText text(Operation operation) {
    return new MongoWireProtocol(List.of()).texts().describe(operation);
  }

  /** Whether a text is in any record. */
  boolean contains(String text) {
    return all.stream().map(Converted::bytes).anyMatch(bytes -> bytes.contains(text));
  }

  private static String bytes(TraceRecord record) {
    if (record instanceof Operation operation) {
      return new String(operation.body(), StandardCharsets.ISO_8859_1);
    }
    return record instanceof Reply reply
        ? new String(reply.body(), StandardCharsets.ISO_8859_1)
        : record.toString();
  }
}
