package io.stallmark.report;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What runs where, before it runs. */
public final class Header {

  private Header() {}

  /** The lines for the user. */
  public static List<String> lines(RunSpec spec, Findings findings) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Stallmark " + Version.stallmark() + ": " + spec.workload() + " on " + spec.binding());
    lines.add("");
    add(lines, "url", spec.target().url());
    findings.database().values().forEach((name, value) -> add(lines, name, value));
    add(lines, "settings", join(spec.settings().values()));
    if (!spec.storage().isEmpty()) {
      add(lines, "storage", join(spec.storage()));
    }
    add(lines, "run", run(spec.plan()));
    add(lines, "seed", Long.toString(spec.plan().seed()));
    lines.add("");
    return lines;
  }

  /** How a workload is driven, in words. */
  static String run(RunPlan plan) {
    List<String> words = new ArrayList<>();
    words.add(plan.threads() == 1 ? "1 thread" : plan.threads() + " threads");
    if (plan.duration() > 0) {
      words.add(Figures.seconds(plan.duration()));
    }
    if (plan.events() > 0) {
      words.add((plan.duration() > 0 ? "at most " : "") + Figures.count(plan.events()) + " events");
    }
    if (plan.warmup() > 0) {
      words.add("after a warm-up of " + Figures.seconds(plan.warmup()));
    }
    if (plan.pacing() instanceof Pacing.OpenLoop open) {
      words.add(
          "open loop, "
              + Figures.rate(open.perSecond())
              + " arrivals/s, "
              + open.law().name().toLowerCase(Locale.ROOT));
    } else {
      words.add("closed loop");
    }
    return String.join(", ", words);
  }

  private static void add(List<String> lines, String name, String value) {
    lines.add(String.format(Locale.ROOT, "  %-14s %s", name, value));
  }

  private static String join(Map<String, ?> pairs) {
    return pairs.entrySet().stream()
        .map(pair -> pair.getKey() + "=" + pair.getValue())
        .collect(Collectors.joining(" "));
  }
}
