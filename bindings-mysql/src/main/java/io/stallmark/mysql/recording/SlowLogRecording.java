package io.stallmark.mysql.recording;

import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recording in the files of a slow log. Its entries are in the order of their end, so the records
 * of the last ten seconds are in memory to be sorted.
 */
final class SlowLogRecording extends ForeignRecording {

  private static final String KIND = "slow log";

  /** Longest time of a statement that begins at its own place. */
  private static final long LONGEST = 10 * LogTime.SECOND;

  private final List<Path> files;
  private final long start;
  private final boolean exact;
  private final String version;

  private final List<SlowLogEntry> second = new ArrayList<>();
  private long time;
  private String schema = "";
  private long unreadable;
  private String firstUnreadable = "";

  private SlowLogRecording(
      List<Path> files, long start, boolean exact, boolean replies, String version) {
    super(
        Instant.ofEpochSecond(0, start),
        exact ? "us" : "s",
        replies ? Replies.ROWS : Replies.NONE,
        LoggedSessions.facts(version));
    this.files = List.copyOf(files);
    this.start = start;
    this.exact = exact;
    this.version = version;
    time = start;
  }

  /**
   * Opens a log.
   *
   * @throws IOException as {@link io.stallmark.spi.wire.RecordingFormat#open}
   */
  static SlowLogRecording open(List<Path> files) throws IOException {
    SlowLogRecording found = null;
    for (Path file : files) {
      try (EntryReader entries = new EntryReader(file, KIND, new SlowLogLine())) {
        found = found == null ? first(files, file, entries) : found;
      }
    }
    if (found == null) {
      throw new IOException(files.get(0) + ": the " + KIND + " has no entry");
    }
    return found;
  }

  /** Reads up to the first statement. Returns null if there is none. */
  private static @Nullable SlowLogRecording first(List<Path> files, Path file, EntryReader entries)
      throws IOException {
    LogTime time = null;
    boolean exact = false;
    boolean nameless = false;
    while (entries.next()) {
      LogTime read = SlowLogLine.time(entries);
      if (read != null) {
        time = read;
        exact = SlowLogLine.isExact(entries);
        continue;
      }
      SlowLogEntry entry = SlowLogEntry.of(entries);
      if (time == null) {
        throw new IOException(
            file + ", line 1: the first entry has no time; the log must begin with its first");
      } else if (entry != null) {
        long start = exact ? time.nanos() - entry.latency() : time.nanos();
        return new SlowLogRecording(files, start, exact, entry.affected() >= 0, entries.version());
      }
      nameless |= SlowLogEntry.isNameless(entries);
    }
    if (nameless) {
      throw new IOException(
          file
              + ": its entries do not name their connection (Id: or Thread_id:), so that sessions"
              + " cannot be told apart; use a log of a newer server, or the general log");
    }
    return null;
  }

  @Override
  public void convert(TraceSink sink) throws IOException {
    SortedRecords sorted = new SortedRecords(sink);
    LoggedSessions sessions = new LoggedSessions(version, LONGEST, sorted);
    for (Path file : files) {
      try (EntryReader entries = new EntryReader(file, KIND, new SlowLogLine())) {
        while (entries.next()) {
          LogTime read = SlowLogLine.time(entries);
          if (read != null) {
            advance(read.nanos(), sessions, sorted);
          } else {
            add(file, entries, sink);
          }
        }
        if (entries.truncated()) {
          sink.omitted("truncated");
        }
      }
    }
    advance(Long.MAX_VALUE, sessions, sorted);
    sessions.endAll();
    sorted.passUntil(Long.MAX_VALUE);
    if (unreadable > 0) {
      throw new IOException(
          Text.format(
              "%s: this entry cannot be read, the first of %,d; the trace has the other entries",
              firstUnreadable, unreadable));
    }
  }

  private void add(Path file, EntryReader entries, TraceSink sink) throws IOException {
    SlowLogEntry entry = SlowLogEntry.of(entries);
    if (entry != null) {
      second.add(entry);
    } else if (entries.isLast() && entries.bytes()[entries.to() - 1] != ';') {
      sink.omitted("truncated");
    } else {
      unreadable++;
      firstUnreadable = unreadable == 1 ? file + ", line " + entries.line() : firstUnreadable;
    }
  }

  /** Converts the entries that have the time so far. */
  private void advance(long next, LoggedSessions sessions, SortedRecords sorted) {
    if (next <= time && !exact) {
      return;
    }
    int entries = second.size();
    for (int i = 0; i < entries; i++) {
      SlowLogEntry entry = second.get(i);
      long end = time - start + (exact ? 0 : LogTime.SECOND * (i + 1) / entries);
      entry.convert(end, schema, replies() != Replies.NONE, sessions, sorted);
      schema = entry.schema() == null ? schema : entry.schema();
      sorted.passUntil(end - LONGEST);
    }
    second.clear();
    time = Math.max(time, next);
  }
}
