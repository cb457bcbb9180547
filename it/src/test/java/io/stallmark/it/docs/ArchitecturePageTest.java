package io.stallmark.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Classes that docs/architecture.md names are there. */
final class ArchitecturePageTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern CODE = Pattern.compile("`([A-Z][A-Za-z]+)[^`]*`");
  private static final Set<String> OF_THE_JDK = Set.of("ServiceLoader");

  @Test
  void everyClassNamed_exists() throws IOException {
    Set<String> classes;
    try (Stream<Path> files = Files.walk(ROOT)) {
      classes =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.substring(0, name.length() - ".java".length()))
              .collect(Collectors.toSet());
    }
    Set<String> named =
        CODE.matcher(Files.readString(ROOT.resolve("docs/architecture.md")))
            .results()
            .map((MatchResult match) -> match.group(1))
            .collect(Collectors.toSet());
    named.removeAll(OF_THE_JDK);
    assertThat(named).hasSizeGreaterThan(30).allSatisfy(name -> assertThat(classes).contains(name));
  }
}
