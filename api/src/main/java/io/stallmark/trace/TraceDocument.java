package io.stallmark.trace;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Content of {@code trace.json}.
 *
 * @param version version of the format
 * @param reason why the recording failed; empty: it did not
 * @param counts counts of the records in all closed segments
 * @param gaps number of operations that are missing, by the gap's reason
 * @param omitted number of operations left out on purpose, by command
 * @param segments number of closed segments
 */
public record TraceDocument(
    int version,
    TraceOrigin origin,
    State state,
    String reason,
    Counts counts,
    Map<String, Long> gaps,
    Map<String, Long> omitted,
    int segments) {

  /** Version of the format that this class describes. */
  public static final int VERSION = 1;

  /** State of a recording. */
  public enum State {
    /** In progress, or killed. */
    RECORDING,
    COMPLETED,
    /** Ended by an error. What was recorded before is in the trace. */
    FAILED
  }

  /**
   * Counts of records.
   *
   * @param sessions sessions that began
   * @param concurrent largest number of sessions that were open at the same time
   * @param operations operations
   * @param replies replies, without those of outcome NONE
   * @param errors replies of outcome ERROR
   * @param bytes size of the segments' files
   */
  public record Counts(
      long sessions, long concurrent, long operations, long replies, long errors, long bytes) {}

  public TraceDocument {
    gaps = Collections.unmodifiableMap(new TreeMap<>(gaps));
    omitted = Collections.unmodifiableMap(new TreeMap<>(omitted));
  }

  /** Returns the document of a recording that failed after this one was written. */
  TraceDocument failed(String why) {
    return new TraceDocument(version, origin, State.FAILED, why, counts, gaps, omitted, segments);
  }
}
