package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the jar with every binding. */
final class EveryBindingJarIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path directory;

  private static String text(String entry) throws IOException {
    try (ZipFile jar = new ZipFile(ROOT.resolve("all/target/stallmark.jar").toFile())) {
      return new String(
          jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyBindingOfTheRepository_isRegistered() throws Exception {
    String services = "META-INF/services/io.stallmark.spi.Binding";
    try (Stream<Path> modules = Files.list(ROOT)) {
      List<Path> sources =
          modules
              .map(module -> module.resolve("src/main/resources").resolve(services))
              .filter(Files::exists)
              .toList();
      assertThat(sources).hasSizeGreaterThan(3);
      for (Path source : sources) {
        assertThat(text(services)).contains(Files.readString(source).strip());
      }
    }
    Program.Result listed = new Program(directory, Map.of()).withEveryBinding().run("list").well();
    for (String line : Files.readAllLines(ROOT.resolve("bindings.index"))) {
      assertThat(listed.out()).contains(line.split(" ")[1]);
    }
  }

  @Test
  void licences_areThoseOfTheContent() throws Exception {
    assertThat(text("META-INF/LICENSE")).isEqualTo(Files.readString(ROOT.resolve("LICENSE")));
    assertThat(text("LICENSE")).contains("MySQL Connector/J", "GNU GENERAL PUBLIC LICENSE");
    assertThat(text("META-INF/licenses/LGPL-2.1.txt")).contains("GNU LESSER GENERAL PUBLIC");
    String others = text("META-INF/THIRD-PARTY-LICENSES");
    List<String> table = Files.readAllLines(ROOT.resolve("docs/dependencies.md"));
    List<String> libraries =
        table.subList(0, table.indexOf("## Next to the jars")).stream()
            .filter(
                row -> row.matches("\\| `[^|]*\\| (MIT|BSD)\\b.*") && !row.contains("in no jar"))
            .map(row -> row.split("`")[1])
            .filter(library -> !library.equals("postgresql")) // NOTICE has its licence
            .toList();
    assertThat(libraries)
        .hasSizeGreaterThan(4)
        .allSatisfy(name -> assertThat(others).contains(name));
    assertThat(text("META-INF/NOTICE"))
        .contains("MySQL Connector/J", "MariaDB Connector/J", "PostgreSQL Global Development");
  }
}
