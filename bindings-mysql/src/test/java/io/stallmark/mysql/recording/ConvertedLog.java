package io.stallmark.mysql.recording;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Records of a converted log. */
final class ConvertedLog implements TraceSink {

  final List<TraceRecord> records = new ArrayList<>();
  final Map<String, Integer> omitted = new TreeMap<>();

  static ConvertedLog of(ForeignRecording recording) throws IOException {
    ConvertedLog log = new ConvertedLog();
    try (recording) {
      recording.convert(log);
    }
    return log;
  }

  /** Bytes of a recorded log. */
  static byte[] resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(ConvertedLog.class.getResourceAsStream(name))) {
      return in.readAllBytes();
    }
  }

  @Override
  public void record(TraceRecord record) {
    records.add(record);
  }

  @Override
  public void omitted(String command) {
    omitted.merge(command, 1, Integer::sum);
  }

  <T extends TraceRecord> List<T> all(Class<T> kind) {
    return records.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Texts of the queries of a session, from its number. */
  List<String> queries(int session) {
    return all(Operation.class).stream()
        .filter(operation -> operation.session() == session && operation.command() == 3)
        .map(operation -> new String(operation.body(), StandardCharsets.ISO_8859_1).substring(1))
        .toList();
  }

  /** Number of the session whose connection had this number. */
  int session(int connection) {
    return all(SessionStart.class).stream()
        .filter(start -> start.attributes().containsValue(String.valueOf(connection)))
        .findFirst()
        .orElseThrow()
        .session();
  }
}
