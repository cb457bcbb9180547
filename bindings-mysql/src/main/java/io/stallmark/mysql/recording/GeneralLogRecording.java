package io.stallmark.mysql.recording;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Recording in the files of a general log. Has no replies. Entries with times in seconds are spread
 * evenly over their second, so the entries of one second are in memory.
 */
final class GeneralLogRecording extends ForeignRecording {

  static final String KIND = "general log";

  private final List<Path> files;
  private final long start;
  private final String version;

  private final List<GeneralLogEntry> second = new ArrayList<>();
  private long secondTime;

  private GeneralLogRecording(List<Path> files, GeneralLogLine first, String version) {
    super(
        Instant.ofEpochSecond(0, first.time()),
        first.exact() ? "us" : "s",
        Replies.NONE,
        LoggedSessions.facts(version));
    this.files = List.copyOf(files);
    this.start = first.time();
    this.version = version;
    secondTime = start;
  }

  /**
   * Opens a log.
   *
   * @throws IOException as {@link io.stallmark.spi.wire.RecordingFormat#open}
   */
  static GeneralLogRecording open(List<Path> files) throws IOException {
    GeneralLogRecording found = null;
    for (Path file : files) {
      GeneralLogLine line = new GeneralLogLine();
      try (EntryReader entries = new EntryReader(file, KIND, line)) {
        if (found == null && entries.next()) {
          line.text(entries.bytes(), entries.from(), entries.to());
          if (line.time() == GeneralLogLine.NO_TIME) {
            throw new IOException(
                file + ", line 1: the first entry has no time; the log must begin with its first");
          }
          found = new GeneralLogRecording(files, line, entries.version());
        }
      }
    }
    if (found == null) {
      throw new IOException(files.get(0) + ": the " + KIND + " has no entry");
    }
    return found;
  }

  @Override
  public void convert(TraceSink sink) throws IOException {
    LoggedSessions sessions = new LoggedSessions(version, LoggedSessions.TOLERANCE, sink);
    GeneralLogLine line = new GeneralLogLine();
    for (Path file : files) {
      try (EntryReader entries = new EntryReader(file, KIND, line)) {
        while (entries.next()) {
          line.text(entries.bytes(), entries.from(), entries.to());
          GeneralLogEntry entry = GeneralLogEntry.of(line, entries);
          if (line.exact() && line.time() != GeneralLogLine.NO_TIME) {
            entry.convert(line.time() - start, sessions, sink);
          } else {
            inSecond(line.time(), sessions, sink);
            second.add(entry);
          }
        }
        if (entries.truncated()) {
          sink.omitted("truncated");
        }
      }
    }
    endSecond(sessions, sink);
    sessions.endAll();
  }

  /** Begins another second if the time has changed. */
  private void inSecond(long time, LoggedSessions sessions, TraceSink sink) {
    if (time > secondTime) {
      endSecond(sessions, sink);
      secondTime = time;
    }
  }

  private void endSecond(LoggedSessions sessions, TraceSink sink) {
    int entries = second.size();
    for (int i = 0; i < entries; i++) {
      second.get(i).convert(secondTime - start + LogTime.SECOND * i / entries, sessions, sink);
    }
    second.clear();
  }
}
