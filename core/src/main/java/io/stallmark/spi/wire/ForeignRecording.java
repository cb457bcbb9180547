package io.stallmark.spi.wire;

import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceSink;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;

/** Recording in files of a {@link RecordingFormat}. Used by one thread. */
public interface ForeignRecording extends Closeable {

  /** When the recording began; all times of its records count from it. */
  Instant start();

  /** Unit in which times were taken: {@code ns}, {@code us}, {@code ms}, {@code s}. */
  String clockResolution();

  /** How much of the replies is recorded. */
  Replies replies();

  /** Properties of the server or the recording, by name; never a secret. */
  Map<String, String> facts();

  /**
   * Passes all records on: each operation with its reply, sessions with their beginning and end.
   * Statements with secrets become gaps. Needs memory for the open sessions only. Called once.
   *
   * @throws IOException if a file cannot be read or is damaged, with a message for the user that
   *     names the file and the place
   */
  void convert(TraceSink sink) throws IOException;

  /** Closes the files that are open, if any are without a conversion. */
  @Override
  default void close() throws IOException {}
}
