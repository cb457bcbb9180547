package io.stallmark.plan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Runnable jars that were built together with this one, from the resource {@value #INDEX}. Each
 * line of it has a jar's file name and the URL prefixes of its binding.
 */
record BindingIndex(List<Jar> jars) {

  private static final String INDEX = "META-INF/stallmark/bindings";

  /**
   * Runnable jar.
   *
   * @param file file name
   * @param prefixes URL prefixes of its binding
   */
  record Jar(String file, List<String> prefixes) {}

  /** Reads the index; empty when the program does not run from such a jar. */
  static BindingIndex load() {
    try (InputStream in = BindingIndex.class.getClassLoader().getResourceAsStream(INDEX)) {
      if (in == null) {
        return new BindingIndex(List.of());
      }
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      return new BindingIndex(
          lines
              .lines()
              .filter(line -> !line.isBlank())
              .map(line -> Arrays.asList(line.strip().split(" +")))
              .map(words -> new Jar(words.get(0), words.subList(1, words.size())))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** File name of the jar whose binding has a prefix of the URL. */
  Optional<String> jarFor(String url) {
    return jars.stream()
        .filter(jar -> jar.prefixes().stream().anyMatch(url::startsWith))
        .map(Jar::file)
        .findFirst();
  }
}
