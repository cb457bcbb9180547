package io.stallmark.trace;

import io.stallmark.text.Text;
import io.stallmark.trace.TraceDocument.Counts;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads every file of a trace and lists all damages. */
public final class TraceCheck {

  private final TraceFiles files;
  private final TraceDocument document;
  private final int segments;
  private final List<String> damages;
  private final Map<Integer, Set<Long>> waiting = new HashMap<>();
  private final RecordCounts recordCounts = new RecordCounts();
  private long bytes;
  private long withoutOperation;

  private TraceCheck(Path directory) throws TraceException {
    files = new TraceFiles(directory);
    document = files.document();
    segments = TraceReader.segments(files, document);
    damages = TraceReader.misnumbered(files, document, segments);
  }

  /**
   * Result of a check.
   *
   * @param counts counts of the records that could be read
   * @param damages a line for each damage; empty: the trace is whole
   */
  public record Result(TraceDocument document, int segments, Counts counts, List<String> damages) {

    public Result {
      damages = List.copyOf(damages);
    }

    /** Number of operations without a reply. */
    public long unanswered() {
      return counts.operations() - counts.replies();
    }
  }

  /**
   * Checks a trace.
   *
   * @throws TraceException if the directory is no trace, or {@code trace.json} is damaged
   */
  public static Result of(Path directory) throws TraceException {
    return new TraceCheck(directory).result();
  }

  private Result result() {
    for (int number = 1; number <= segments; number++) {
      String name = TraceFiles.index(number);
      if (Files.exists(files.path(name)) && Files.exists(files.path(TraceFiles.segment(number)))) {
        try {
          read(number, files.index(name));
        } catch (TraceException e) {
          damages.add(String.valueOf(e.getMessage()));
        }
      }
    }
    Counts counts = recordCounts.counts(bytes);
    if (damages.isEmpty()) {
      compare(counts);
    }
    return new Result(document, segments, counts, damages);
  }

  private void read(int number, SegmentIndex index) throws TraceException {
    try (SegmentReader segment = new SegmentReader(files, number, index)) {
      bytes += index.bytes();
      for (TraceRecord next = segment.next(); next != null; next = segment.next()) {
        count(next);
      }
    }
  }

  private void count(TraceRecord record) {
    recordCounts.add(record);
    if (record instanceof Operation operation) {
      waiting.computeIfAbsent(record.session(), s -> new HashSet<>()).add(operation.sequence());
    } else if (record instanceof Reply reply) {
      Set<Long> open = waiting.get(record.session());
      if (open == null || !open.remove(reply.sequence())) {
        withoutOperation++;
      }
    } else if (record instanceof SessionEnd) {
      waiting.remove(record.session());
    }
  }

  private void compare(Counts counts) {
    if (withoutOperation > 0) {
      damages.add(
          Text.format(
              "%s has %,d replies without an operation, or after another reply to it",
              files.directory(), withoutOperation));
    }
    boolean current = segments == document.segments();
    if (current
        && !(counts.equals(document.counts()) && recordCounts.gaps().equals(document.gaps()))) {
      damages.add(
          files.path(TraceFiles.DOCUMENT) + " has other counts than the records of the segments");
    }
  }
}
