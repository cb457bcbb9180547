package io.stallmark.trace;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Origin of a trace, known when the recording starts.
 *
 * @param family name of the family whose protocol the operations have
 * @param source how the traffic was recorded, such as {@code proxy}
 * @param stallmark version of Stallmark
 * @param server address of the server
 * @param facts other properties of the server or the recording, by name; never a secret
 * @param start start of the recording, from which all times count
 * @param clockResolution unit in which times were taken: {@code ns}, {@code us}, {@code ms}, {@code
 *     s}
 * @param replies how much of the replies is recorded
 */
public record TraceOrigin(
    String family,
    String source,
    String stallmark,
    String server,
    Map<String, String> facts,
    Instant start,
    String clockResolution,
    Replies replies) {

  /** How much of the replies is recorded. */
  public enum Replies {
    /** Nothing: all have the outcome NONE. Numbers that later operations refer to may be there. */
    NONE,
    /** Outcome and numbers of rows; no hash. */
    ROWS,
    /** Outcome, counts and hash. */
    SUMMARY,
    /** Also the reply itself. */
    FULL
  }

  public TraceOrigin {
    facts = Collections.unmodifiableMap(new TreeMap<>(facts));
  }
}
