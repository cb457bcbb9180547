package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IntervalsFileTest {

  @TempDir Path directory;

  @Test
  void files_haveDifferentDirectories() {
    assertThat(IntStream.range(0, 20).mapToObj(i -> create(directory.resolve("out"))))
        .doesNotHaveDuplicates();
  }

  private static Path create(Path out) {
    try {
      return IntervalsFile.create(out, "agent-east/1").path();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aParentThatIsNoDirectory_isRefused() throws IOException {
    Path file = Files.createFile(directory.resolve("results"));
    assertThatThrownBy(() -> IntervalsFile.create(file, "agent-east"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The results cannot be written to " + file);
  }
}
