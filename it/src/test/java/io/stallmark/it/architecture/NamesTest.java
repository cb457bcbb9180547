package io.stallmark.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A simple name is of one class, so that a reader knows which. */
final class NamesTest {

  @Test
  void simpleName_isOfOneClassInAllOfMain() throws Exception {
    Map<String, Integer> others = new TreeMap<>();
    for (Path file : SourceTree.mainSources()) {
      String name = file.getFileName().toString().replace(".java", "");
      if (!name.equals("package-info")) {
        others.merge(name, 0, (before, none) -> before + 1);
      }
    }
    assertThat(others).containsKey("Table");
    assertThat(Baseline.of("names").exceeded(others)).as("names of more than one class").isEmpty();
  }
}
