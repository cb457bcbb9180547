package io.stallmark.text;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** File that appears when it is complete: a reader never sees a part of it. */
public final class WholeFile {

  private static final String UNFINISHED = ".tmp";

  private WholeFile() {}

  /** Content of a file. */
  @FunctionalInterface
  public interface Content {
    void write(Writer out) throws IOException;
  }

  /**
   * Writes a file in place of an older one, which a failure leaves as it was.
   *
   * @throws IOException also if the path is a directory, a pipe or a device
   */
  public static void write(Path file, Content content) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(
          Files.isDirectory(file) ? "it is a directory" : "it is a device or a pipe, not a file");
    }
    Path draft = file.resolveSibling(file.getFileName() + UNFINISHED);
    boolean whole = false;
    try {
      try (Writer out = Files.newBufferedWriter(draft)) {
        content.write(out);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      whole = true;
    } finally {
      if (!whole) {
        discard(draft);
      }
    }
  }

  private static void discard(Path draft) {
    try {
      Files.deleteIfExists(draft);
    } catch (IOException e) {
      // the error before it is the one to report
    }
  }
}
