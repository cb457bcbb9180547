package io.stallmark.cli;

import io.stallmark.report.compare.WrittenRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Directories of runs for tests of comparisons. */
final class ComparedRuns {

  private final Path directory;

  /**
   * @param directory where the runs are
   */
  ComparedRuns(Path directory) {
    this.directory = directory;
  }

  /** Three runs each of "before", of "after" that is slower, and of "again". */
  void writeSides() {
    side("before", 60, 1);
    side("after", 45, 4);
    side("again", 60, 7);
  }

  /** Copies the runs of another directory, which takes less than to write them. */
  void copyFrom(Path written) throws IOException {
    try (Stream<Path> files = Files.walk(written)) {
      for (Path file : files.skip(1).toList()) {
        Files.copy(file, directory.resolve(written.relativize(file)));
      }
    }
  }

  /** Three runs below a directory. */
  void side(String name, double perSecond, long seed) {
    for (int i = 0; i < 3; i++) {
      run(name + "/" + i).write(perSecond, seed + i);
    }
  }

  WrittenRun run(String name) {
    return new WrittenRun(directory.resolve(name));
  }

  /** Half of the throughput, by runs that vary by more. */
  void writeVarying() {
    run("was/1").write(100, 1);
    run("was/2").write(60, 2);
    run("was/3").write(80, 3);
    run("is/1").write(30, 4);
    run("is/2").write(50, 5);
    run("is/3").write(40, 6);
  }
}
