package io.stallmark.experiment;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Figures of an article, in the form in which it prints them. They are shown next to measured
 * figures in the same form.
 *
 * @param kinds kinds of operations whose mean the article reports; empty: there is no article
 * @param figures figures by the article's own labels, in its order
 */
public record PublishedFigures(List<String> kinds, Map<String, Figures> figures) {

  /** No published figures. */
  public static final PublishedFigures NOTHING = new PublishedFigures(List.of(), Map.of());

  private static final int DISK = 3;

  /**
   * The figures of one label of an article.
   *
   * @param beside label of the runs next to which these figures are shown; if no run has this
   *     label, they have separate columns
   * @param perSecond operations per second of each run
   * @param means mean time of each kind, in milliseconds
   * @param gigabytes size of the database after the last run, in units of 10^9 bytes
   * @param disk reads, kB read and kB written per operation of the last run; empty if not reported
   */
  public record Figures(
      String beside,
      List<Double> perSecond,
      List<Double> means,
      OptionalDouble gigabytes,
      List<Double> disk) {}

  public boolean isEmpty() {
    return kinds.isEmpty();
  }

  /**
   * Checks that the labels exist next to which figures are shown.
   *
   * @throws SpecException if one does not exist
   */
  void check(Set<String> labels) throws SpecException {
    for (Map.Entry<String, Figures> each : figures.entrySet()) {
      String beside = each.getValue().beside;
      if (!beside.equals(each.getKey()) && !labels.contains(beside)) {
        throw new SpecException(
            "article: the figures of %s refer to '%s', but no run has this label: %s",
            each.getKey(), beside, NearestWord.hint(beside, labels));
      }
    }
  }

  static PublishedFigures read(YamlNode node) throws SpecException {
    Map<String, YamlNode> keys = node.mapping(List.of("mean-ms-of", "figures"));
    List<String> kinds = new ArrayList<>();
    for (YamlNode kind : node.required(keys, "mean-ms-of").list()) {
      kinds.add(kind.text());
    }
    Map<String, Figures> figures = new LinkedHashMap<>();
    Set<String> taken = new HashSet<>();
    for (Map.Entry<String, YamlNode> entry : node.required(keys, "figures").mapping().entrySet()) {
      Figures each = figures(entry.getKey(), entry.getValue(), kinds);
      if (!taken.add(each.beside)) {
        throw entry.getValue().complaint("another entry also has beside: " + each.beside);
      }
      figures.put(entry.getKey(), each);
    }
    if (kinds.isEmpty()) {
      throw node.complaint("names no kind of operation");
    }
    return new PublishedFigures(List.copyOf(kinds), figures);
  }

  private static Figures figures(String name, YamlNode node, List<String> kinds)
      throws SpecException {
    Map<String, YamlNode> keys =
        node.mapping(List.of("beside", "per-second", "mean-ms", "size-gb", "disk-per-operation"));
    YamlNode beside = keys.get("beside");
    List<Double> means = numbers(node.required(keys, "mean-ms"));
    if (means.size() != kinds.size()) {
      throw node.complaint("has " + means.size() + " means, for " + String.join(", ", kinds));
    }
    YamlNode size = keys.get("size-gb");
    YamlNode disk = keys.get("disk-per-operation");
    List<Double> each = disk == null ? List.of() : numbers(disk);
    if (disk != null && each.size() != DISK) {
      throw disk.complaint("has " + each.size() + " figures, not reads, kB read and kB written");
    }
    return new Figures(
        beside == null ? name : beside.text(),
        numbers(node.required(keys, "per-second")),
        means,
        size == null ? OptionalDouble.empty() : OptionalDouble.of(number(size)),
        each);
  }

  private static List<Double> numbers(YamlNode node) throws SpecException {
    List<Double> numbers = new ArrayList<>();
    for (YamlNode item : node.list()) {
      numbers.add(number(item));
    }
    return List.copyOf(numbers);
  }

  private static double number(YamlNode node) throws SpecException {
    try {
      return Double.parseDouble(node.text());
    } catch (NumberFormatException e) {
      throw node.complaint("'" + node.text() + "' is not a number");
    }
  }
}
