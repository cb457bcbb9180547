package io.stallmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.report.Synthetic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunDirectoryTest {

  @TempDir Path parent;

  private RunDirectory created(String out) throws IOException {
    return RunDirectory.create(parent.resolve(out), Synthetic.SPEC, Synthetic.START);
  }

  @ParameterizedTest
  @ValueSource(strings = {"results", "deep/er/results"})
  void emptyDirectory_isDeletedWithItsNewParents(String out) throws IOException {
    created(out).close();
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void directoryWithResults_remains() throws IOException {
    RunDirectory run = created("results");
    Files.writeString(run.path().resolve("run.json"), "");
    run.close();
    assertThat(run.path().resolve("run.json")).exists();
  }

  @Test
  void parentThatExisted_remains() throws IOException {
    Path there = Files.createDirectory(parent.resolve("results"));
    created("results").close();
    assertThat(there).isEmptyDirectory();
  }

  @Test
  void twoRunsOfOneSecond_haveDifferentDirectories() throws IOException {
    Path first = created("results").path();
    Path second = created("results").path();
    assertThat(second.getFileName()).hasToString(first.getFileName() + "-2");
    assertThat(first.getFileName().toString())
        .matches("2026-11-\\d\\dT\\d\\d-\\d\\d-00-tiny-memory");
  }

  @Test
  void directoryThatCannotBeCreated_isOneLine() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "");
    assertThatThrownBy(() -> RunDirectory.create(file, Synthetic.SPEC, Synthetic.START))
        .isInstanceOf(IOException.class)
        .hasMessage("The results cannot be written to " + file + ": it is a file, not a directory");
  }
}
