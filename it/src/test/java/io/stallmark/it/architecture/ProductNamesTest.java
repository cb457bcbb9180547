package io.stallmark.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Registry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The core and the JDBC layer name no database; a binding says itself what it is called. */
final class ProductNamesTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern PRODUCT =
      Pattern.compile("mysql|mariadb|mongo|innodb|rocksdb|tokudb|wiredtiger");
  private static final Pattern COMMENT = Pattern.compile("^\\s*(\\*|/\\*|//)");

  /** The examples of a help text: a command, or the rest of one. */
  private static final Pattern EXAMPLE = Pattern.compile("\"  (stallmark |  --)|\\+ \" --url ");

  @ParameterizedTest
  @ValueSource(strings = {"api", "core", "bindings-jdbc", "testkit"})
  void sources_nameNoDatabaseOutsideExamples(String module) throws Exception {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        for (String line : Files.readAllLines(file)) {
          if (PRODUCT.matcher(line.toLowerCase(Locale.ROOT)).find()
              && !COMMENT.matcher(line).find()
              && !EXAMPLE.matcher(line).find()) {
            found.add(file.getFileName() + ": " + line.strip());
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void indexOfJars_saysWhatTheBindingsAnnounce() throws Exception {
    Map<String, TreeSet<String>> index = new TreeMap<>();
    for (String line : Files.readAllLines(ROOT.resolve("bindings.index"))) {
      List<String> words = List.of(line.split(" "));
      index.put(words.get(0), new TreeSet<>(words.subList(1, words.size())));
    }
    Map<String, TreeSet<String>> announced = new TreeMap<>();
    Registry.load().bindings().stream()
        .filter(binding -> Files.exists(ROOT.resolve("bindings-" + binding.name())))
        .forEach(
            binding ->
                announced.put(
                    "stallmark-" + binding.name() + ".jar", new TreeSet<>(binding.prefixes())));
    assertThat(index).isEqualTo(announced);
  }
}
