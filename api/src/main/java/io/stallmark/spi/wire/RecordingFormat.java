package io.stallmark.spi.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Format of files in which a server or another tool has recorded traffic. Stateless, thread-safe.
 */
public interface RecordingFormat {

  /** Name for users, such as {@code general-log}. */
  String name();

  /**
   * Opens the files of one recording.
   *
   * @param files in the order of recording
   * @throws IOException if a file cannot be read or does not have this format, with a message for
   *     the user that names the file
   */
  ForeignRecording open(List<Path> files) throws IOException;
}
