package io.stallmark.transfer.file;

import io.stallmark.transfer.format.FileFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Files whose documents are imported. Thread-safe. */
public interface DocumentSource {

  /** Names of the files, each once, in the order in which they are read. */
  List<String> names();

  /** Opens a file to read its content, decompressed. */
  InputStream input(String name) throws IOException;

  FileFormat format();

  /** Number of the line in the file at which the content begins. */
  default long firstLine() {
    return 1;
  }

  /** Whether the last line of a file can end without a line feed. */
  default boolean mayEndOpen() {
    return false;
  }
}
