package io.stallmark.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of commands need: a {@link Stage} in a directory. */
abstract class StagedTest {

  @TempDir Path directory;
  Stage stage;

  @BeforeEach
  void begin() {
    stage = new Stage(directory);
  }
}
