package io.stallmark.run;

import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * New directory of one run.
 *
 * @param newParents the directories above it that were created too, the innermost first
 */
record RunDirectory(Path path, List<Path> newParents) implements AutoCloseable {

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  /** Creates a directory in the parent, which is created too if it is missing. */
  static RunDirectory create(Path parent, RunJob job, Instant start) throws IOException {
    List<Path> newParents =
        Stream.iterate(parent, p -> p != null && Files.notExists(p), Path::getParent).toList();
    String name = START.format(start) + "-" + job.label();
    try {
      Files.createDirectories(parent);
      return new RunDirectory(fresh(parent, name), newParents);
    } catch (IOException e) {
      throw FileTrouble.unwritten(parent, e);
    }
  }

  private static Path fresh(Path parent, String name) throws IOException {
    for (int i = 1; ; i++) {
      try {
        return Files.createDirectory(parent.resolve(i == 1 ? name : name + "-" + i));
      } catch (FileAlreadyExistsException e) {
        // another run started in the same second
      }
    }
  }

  /** Deletes the directories that remained empty. May be called on any thread. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(path);
      for (Path parent : newParents) {
        Files.deleteIfExists(parent);
      }
    } catch (IOException e) {
      // it contains results
    }
  }
}
