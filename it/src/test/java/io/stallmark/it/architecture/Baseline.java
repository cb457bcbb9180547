package io.stallmark.it.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a rule was broken by when the rule came: a number of offences for each name. The numbers may
 * only shrink. A name that is not known may have what names that are gone had, so that a class or a
 * page can be renamed.
 *
 * @param file which holds them; {@code -Dstallmark.baseline=write} writes it anew where they shrank
 */
record Baseline(Path file, Map<String, Integer> allowed) {

  /** Reads the file of a rule. */
  static Baseline of(String rule) throws IOException {
    Path file = Path.of("src/test/resources/baseline", rule + ".txt");
    Map<String, Integer> allowed = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split(" ", 2);
      allowed.put(parts[1], Integer.valueOf(parts[0]));
    }
    return new Baseline(file, allowed);
  }

  /**
   * The names that have more offences than they may.
   *
   * @param found the offences of every name there is, 0 as well
   */
  List<String> exceeded(Map<String, Integer> found) throws IOException {
    int spare =
        allowed.entrySet().stream()
            .filter(name -> !found.containsKey(name.getKey()))
            .mapToInt(Map.Entry::getValue)
            .sum();
    List<String> exceeded = new ArrayList<>();
    for (Map.Entry<String, Integer> name : found.entrySet()) {
      int more = name.getValue() - allowed.getOrDefault(name.getKey(), 0);
      if (more > 0 && !allowed.containsKey(name.getKey()) && more <= spare) {
        spare -= more;
      } else if (more > 0) {
        exceeded.add(name.getKey());
      }
    }
    if (exceeded.isEmpty() && "write".equals(System.getProperty("stallmark.baseline"))) {
      Files.writeString(
          file,
          found.entrySet().stream()
              .filter(name -> name.getValue() > 0)
              .map(name -> name.getValue() + " " + name.getKey() + "\n")
              .sorted(Comparator.comparing(line -> line.split(" ", 2)[1]))
              .collect(Collectors.joining()));
    }
    return exceeded;
  }
}
