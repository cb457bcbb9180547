package io.stallmark.spi.replay;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Result of a replay. Every recorded operation is counted once: {@code recorded = replayed +
 * skipped + neverStarted}. Histograms are in nanoseconds.
 *
 * @param recorded operations in the trace
 * @param replayed operations that were sent, failed ones included
 * @param skipped operations that were not sent, by reason
 * @param neverStarted operations that were not reached when the run ended
 * @param gaps operations that were not recorded, by reason
 * @param outOfOrder operations that were sent without waiting longer for earlier ones
 * @param compared replies that were compared with the recorded ones
 * @param same replies without a difference
 * @param behind lateness because the previous operation of the client ended late
 * @param heldBack lateness because an operation waited for earlier ones of other sessions
 * @param ours lateness caused by the generator
 * @param statements results by fingerprint, the longest total service time first
 * @param differences examples of differences, a few for each kind and fingerprint
 */
public record ReplayResult(
    long recorded,
    long replayed,
    Map<String, Long> skipped,
    long neverStarted,
    Map<String, Long> gaps,
    long outOfOrder,
    long compared,
    long same,
    Histogram behind,
    Histogram heldBack,
    Histogram ours,
    List<Statement> statements,
    List<Difference> differences) {

  public ReplayResult {
    skipped = Collections.unmodifiableMap(new TreeMap<>(skipped));
    gaps = Collections.unmodifiableMap(new TreeMap<>(gaps));
    statements = List.copyOf(statements);
    differences = List.copyOf(differences);
  }

  /** Kind of a difference between a recorded reply and that of the replay. */
  public enum DifferenceKind {
    /** An error that the recording does not have. */
    ERROR_NEW,
    /** The recording has an error, the replay has none. */
    ERROR_GONE,
    /** Another error code. */
    ERROR_OTHER,
    /** Another number of rows. */
    ROWS,
    /** Another number of changed rows. */
    AFFECTED,
    /** The same number of rows, with another content. */
    CONTENT
  }

  /**
   * Results of the operations with one fingerprint.
   *
   * @param count operations that were sent
   * @param recorded latencies in the recording
   * @param service service times in the replay
   * @param response response times in the replay, from the due time
   * @param same replies without a difference
   * @param different replies with a difference, by its kind
   */
  public record Statement(
      String command,
      String fingerprint,
      long count,
      Histogram recorded,
      Histogram service,
      Histogram response,
      long same,
      Map<DifferenceKind, Long> different) {

    public Statement {
      Map<DifferenceKind, Long> copy = new EnumMap<>(DifferenceKind.class);
      copy.putAll(different);
      different = Collections.unmodifiableMap(copy);
    }

    public long different(DifferenceKind kind) {
      return different.getOrDefault(kind, 0L);
    }
  }

  /**
   * Example of a difference.
   *
   * @param session number of the session in the trace
   * @param sequence number of the operation in its session
   * @param time recorded time, nanoseconds since the start of the recording
   * @param message error message of the replay; empty: no error
   */
  public record Difference(
      DifferenceKind kind,
      String command,
      String fingerprint,
      int session,
      long sequence,
      long time,
      ReplyFigures recorded,
      ReplyFigures replayed,
      String message) {}

  /**
   * Figures of a reply.
   *
   * @param errorCode the server's error code; 0: no error
   * @param affected number of changed rows
   * @param hash hash of the rows
   */
  public record ReplyFigures(int errorCode, long rows, long affected, long hash) {}

  public long skippedTotal() {
    return skipped.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Number of replies that differ from the recorded ones. */
  public long different() {
    return compared - same;
  }

  /** Number of replies with a difference of a kind. */
  public long different(DifferenceKind kind) {
    return statements.stream().mapToLong(each -> each.different(kind)).sum();
  }
}
