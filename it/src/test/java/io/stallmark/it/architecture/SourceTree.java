package io.stallmark.it.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of the repository that rules are about. */
final class SourceTree {

  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private SourceTree() {}

  /** The Java files of every module's main code. */
  static List<Path> mainSources() throws IOException {
    return sources("src/main/java");
  }

  /** The Java files of every module's tests, and of what other repositories test with. */
  static List<Path> testSources() throws IOException {
    List<Path> files = sources("src/test/java");
    files.addAll(below(ROOT.resolve("testkit/src/main/java"), ".java"));
    return files;
  }

  private static List<Path> sources(String folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.sorted().toList()) {
        Path sources = module.resolve(folder);
        if (Files.isDirectory(sources)) {
          files.addAll(below(sources, ".java"));
        }
      }
    }
    return files;
  }

  /** The pages that users and contributors read, without the list of changes. */
  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(below(ROOT.resolve("docs"), ".md"));
    pages.addAll(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
    return pages;
  }

  private static List<Path> below(Path directory, String end) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }
}
