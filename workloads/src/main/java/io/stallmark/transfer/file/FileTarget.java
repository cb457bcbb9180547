package io.stallmark.transfer.file;

import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.format.BadInput;
import java.io.IOException;
import java.nio.file.Path;

/** Where an export writes: a file for each range of keys. Thread-safe. */
public interface FileTarget {

  /**
   * Path of the file of a range, from 0.
   *
   * @param ranges number of ranges
   */
  Path file(long range, long ranges);

  /** Whether a file replaces one of the same name; false: that is a failure. */
  default boolean replaces() {
    return false;
  }

  /**
   * Adds a file that is complete.
   *
   * @param contentBytes size of the content, before it is compressed
   */
  default void add(Path file, long contentBytes, ContentSum content) throws IOException {}

  /** Notes that the files of all ranges are complete. */
  default void complete() throws BadInput {}
}
