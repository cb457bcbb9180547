package io.stallmark.transfer.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Files whose documents are imported. Thread-safe. */
public interface DocumentSource {

  /** Names of the files, each once, in the order in which they are read. */
  List<String> names();

  /** Opens a file to read its content, decompressed. */
  InputStream input(String name) throws IOException;

  /** Whether each line is a document; false: BSON. */
  boolean hasLines();

  /** Whether the last line of a file can end without a line feed. */
  default boolean mayEndOpen() {
    return false;
  }
}
