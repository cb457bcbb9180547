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
 * The runnable jars that this one was built along with, as its resource {@value #INDEX} lists them:
 * the file's name, then the URL prefixes of its binding, a jar a line.
 */
record TimeDistribution(List<Jar> jars) {

  private static final String INDEX = "META-INF/stallmark/bindings";

  /** One jar. */
  record Jar(String file, List<String> prefixes) {}

  /** Reads the index; empty where the program does not come from such a jar. */
  static TimeDistribution load() {
    try (InputStream in = TimeDistribution.class.getClassLoader().getResourceAsStream(INDEX)) {
      if (in == null) {
        return new TimeDistribution(List.of());
      }
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      return new TimeDistribution(
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

  /** The jar whose binding answers to the URL. */
  Optional<String> jarFor(String url) {
    return jars.stream()
        .filter(jar -> jar.prefixes().stream().anyMatch(url::startsWith))
        .map(Jar::file)
        .findFirst();
  }
}
