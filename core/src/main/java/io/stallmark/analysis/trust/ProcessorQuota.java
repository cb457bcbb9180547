package io.stallmark.analysis.trust;

import io.stallmark.analysis.cost.probe.ControlGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Quota of processor time that control groups set for this process. It is a time per period for all
 * processors together. Java rounds it up to the next integer: 1.5 processors become 2.
 */
final class ProcessorQuota {

  private final List<Path> groups = new ArrayList<>(); // that may have a quota

  /**
   * Finds the groups of this process.
   *
   * @param root root of the file system
   */
  ProcessorQuota(Path root) {
    try {
      ControlGroup group = ControlGroup.of(root, "self");
      groups.addAll(group.withParents("cpu"));
      groups.addAll(group.withParents(ControlGroup.VERSION_2));
    } catch (IOException | RuntimeException e) {
      // not Linux, or an unknown file format: no quota is known
    }
  }

  /**
   * Returns the number of processors that this process may use.
   *
   * @param whole number of processors that Java reports
   */
  double usable(int whole) {
    return groups.stream().mapToDouble(ProcessorQuota::quota).reduce(whole, Math::min);
  }

  /** Returns the number of periods so far, of all quotas; NaN: it cannot be read. */
  double periods() {
    return groups.stream().mapToDouble(group -> count(group, "nr_periods ")).sum();
  }

  /** Returns the number of these periods in which the quota was used up. */
  double throttledPeriods() {
    return groups.stream().mapToDouble(group -> count(group, "nr_throttled ")).sum();
  }

  /**
   * Returns the quota in processors: {@code 150000 100000} in one file in version 2, one file for
   * each number in version 1. Infinite for {@code max} and -1.
   */
  private static double quota(Path group) {
    try {
      List<String> words = new ArrayList<>();
      for (String file : List.of("cpu.max", "cpu.cfs_quota_us", "cpu.cfs_period_us")) {
        for (String line : ControlGroup.lines(group.resolve(file))) {
          words.addAll(List.of(line.strip().split(" ")));
        }
      }
      return words.size() < 2 || !words.get(0).matches("[0-9]+")
          ? Double.POSITIVE_INFINITY
          : Double.parseDouble(words.get(0)) / Double.parseDouble(words.get(1));
    } catch (IOException | NumberFormatException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  private static double count(Path group, String name) {
    try {
      return ControlGroup.lines(group.resolve("cpu.stat")).stream()
          .filter(line -> line.startsWith(name))
          .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
          .sum();
    } catch (IOException | NumberFormatException e) {
      return Double.NaN;
    }
  }
}
