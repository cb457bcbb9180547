package io.stallmark.spi.wire;

import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceSink;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;

/** Recording in files of a {@link RecordingFormat}. Used by one thread. */
public abstract class ForeignRecording implements Closeable {

  private final Instant start;
  private final String clockResolution;
  private final Replies replies;
  private final Map<String, String> facts;

  /**
   * Creates a recording whose files were recognised.
   *
   * @param start when it began; all times of its records count from it
   * @param clockResolution unit in which times were taken: {@code ns}, {@code us}, {@code ms},
   *     {@code s}
   * @param replies how much of the replies is recorded
   * @param facts properties of the server or the recording, by name; never a secret
   */
  protected ForeignRecording(
      Instant start, String clockResolution, Replies replies, Map<String, String> facts) {
    this.start = start;
    this.clockResolution = clockResolution;
    this.replies = replies;
    this.facts = Map.copyOf(facts);
  }

  public final Instant start() {
    return start;
  }

  public final String clockResolution() {
    return clockResolution;
  }

  public final Replies replies() {
    return replies;
  }

  public final Map<String, String> facts() {
    return facts;
  }

  /**
   * Passes all records on: each operation with its reply, sessions with their beginning and end.
   * Statements with secrets become gaps. Needs memory for the open sessions only. Called once.
   *
   * @throws IOException if a file cannot be read or is damaged, with a message for the user that
   *     names the file and the place
   */
  public abstract void convert(TraceSink sink) throws IOException;

  /** Closes the files that are open, if any are without a conversion. */
  @Override
  public void close() throws IOException {}
}
