package io.stallmark.capture;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Files of lines, each with an operation. The line {@code damage} is damage. */
final class ToyFormat implements RecordingFormat {

  @Override
  public String name() {
    return "lines";
  }

  @Override
  public ForeignRecording open(List<Path> files) throws IOException {
    Path file = files.get(0);
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty()) {
      throw new IOException(file + " is no recording");
    }
    return new Lines(file, lines);
  }

  private static final class Lines extends ForeignRecording {

    private final Path file;
    private final List<String> lines;

    Lines(Path file, List<String> lines) {
      super(Instant.EPOCH, "s", Replies.NONE, Map.of());
      this.file = file;
      this.lines = lines;
    }

    @Override
    public void convert(TraceSink sink) throws IOException {
      sink.record(new SessionStart(1, 0, Map.of()));
      long sequence = 0;
      for (String line : lines) {
        if (line.equals("damage")) {
          throw new IOException(file + " is damaged at line " + (sequence + 1));
        }
        sequence++;
        byte[] body = line.getBytes(StandardCharsets.UTF_8);
        sink.record(new Operation(1, sequence, sequence, 1, body));
        sink.record(
            new Reply(1, sequence, sequence, 0, 0, Outcome.NONE, 0, 0, 0, 0, 0, new byte[0]));
      }
      sink.record(new SessionEnd(1, sequence));
    }
  }
}
