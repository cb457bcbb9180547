package io.stallmark.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BaselineTest {

  @TempDir Path directory;

  private List<String> exceeded(Map<String, Integer> found) throws Exception {
    return new Baseline(directory.resolve("none"), Map.of("Old", 2, "Kept", 1)).exceeded(found);
  }

  @Test
  void asManyOffencesAsBefore_orFewer_areAllowed() throws Exception {
    assertThat(exceeded(Map.of("Old", 2, "Kept", 0, "Clean", 0))).isEmpty();
  }

  @Test
  void oneMore_ofAKnownName_isNot() throws Exception {
    assertThat(exceeded(Map.of("Old", 0, "Kept", 2))).containsExactly("Kept");
  }

  @Test
  void aNewName_mayHaveWhatAVanishedNameHad_andNoMore() throws Exception {
    assertThat(exceeded(Map.of("New", 2, "Kept", 1))).isEmpty();
    assertThat(exceeded(Map.of("New", 3, "Kept", 1))).containsExactly("New");
    assertThat(exceeded(Map.of("New", 1, "Old", 2, "Kept", 1))).containsExactly("New");
  }
}
