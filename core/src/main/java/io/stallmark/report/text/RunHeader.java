package io.stallmark.report.text;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.run.document.ResolvedSettings;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spi.workload.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Header of a run: configuration and environment, printed before the run. */
public final class RunHeader {

  private static final int LONGEST = 60; // maximum length of a rate schedule, characters

  private RunHeader() {}

  /** Returns the lines of the header. */
  public static List<String> lines(RunJob job, RunFindings findings) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("url", job.target().url());
    findings.database().values().forEach((name, value) -> facts.put(name, readable(name, value)));
    facts.put("settings", join(job.settings().values()));
    resolved(facts, job.plan().phases(), findings.resolved());
    Map<String, String> storage = job.spec().get(RunOptions.STORAGE);
    if (!storage.isEmpty()) {
      facts.put("storage", join(storage));
    }
    facts.putAll(options(job.spec()));
    List<String> before = job.spec().get(RunOptions.BEFORE);
    if (!before.isEmpty()) {
      facts.put("before", String.join("; ", before));
    }
    facts.put("run", run(job.plan()));
    RunPlan plan = job.plan();
    long seed = job.spec().get(RunOptions.SEED);
    String requests = plan.requestSeed() == seed ? "" : ", of the operations " + plan.requestSeed();
    facts.put("seed", seed + requests);
    int indent = 4 + facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    List<String> lines = new ArrayList<>();
    lines.add("Stallmark " + StallmarkVersion.stallmark() + ": " + subject(job, findings));
    lines.add("");
    facts.forEach((name, value) -> add(lines, indent, "  " + name, value));
    lines.add("");
    return lines;
  }

  /**
   * Returns the header in a few lines: what runs where, the load, and settings that differ from
   * their defaults.
   *
   * @param defaults default values of the workload's settings
   */
  public static List<String> brief(RunJob job, RunFindings findings, Map<String, ?> defaults) {
    List<String> own = new ArrayList<>(List.of(run(job.plan())));
    job.settings()
        .values()
        .forEach(
            (name, value) -> {
              if (!value.equals(defaults.get(name))) {
                own.add(name + "=" + String.join(" ", SpecEntries.parts(String.valueOf(value))));
              }
            });
    job.spec().get(RunOptions.STORAGE).forEach((name, value) -> own.add(name + "=" + value));
    options(job.spec()).forEach((name, value) -> own.add(name + " " + value));
    job.spec().get(RunOptions.BEFORE).forEach(statement -> own.add("after " + statement));
    List<String> lines = new ArrayList<>();
    lines.add(subject(job, findings) + " (" + job.target().url() + ")");
    add(lines, 2, "", String.join(", ", own));
    lines.add("");
    return lines;
  }

  /** Returns the options that a run of this database was given, by what they are about. */
  private static Map<String, String> options(RunSpec spec) {
    Map<String, String> given = new LinkedHashMap<>();
    Optional.ofNullable(spec.find(RunOptions.CACHE))
        .ifPresent(cache -> given.put("cache limit", FigureFormat.bytes(cache)));
    Optional.ofNullable(spec.find(RunOptions.ISOLATION))
        .ifPresent(level -> given.put("isolation", Setting.word(level)));
    Optional.ofNullable(spec.find(RunOptions.PROTOCOL))
        .ifPresent(protocol -> given.put("protocol", Setting.word(protocol)));
    return given;
  }

  private static String subject(RunJob job, RunFindings findings) {
    return job.workload().name()
        + " on "
        + DatabaseName.of(job.binding().name(), findings.database().values());
  }

  /** Returns the value of a fact. Servers report sizes as a number of bytes. */
  private static String readable(String name, String value) {
    boolean size = name.endsWith("_size") && value.matches("[1-9]\\d{3,17}");
    return size ? FigureFormat.bytes(Long.parseLong(value)) : value;
  }

  /** Adds settings whose value differs from the given one. */
  private static void resolved(
      Map<String, String> facts, List<Phase> phases, ResolvedSettings resolved) {
    if (!resolved.all().isEmpty()) {
      facts.put("resolved", join(resolved.all()));
    }
    for (int i = 0; i < resolved.phases().size(); i++) {
      Map<String, Object> own = resolved.phases().get(i);
      if (!own.isEmpty()) {
        facts.put("resolved in " + phases.get(i).name(), join(own));
      }
    }
  }

  /** Returns the load of a run in words: threads, duration, pacing. */
  static String run(RunPlan plan) {
    List<String> words = new ArrayList<>();
    boolean several = plan.roles().size() > 1;
    words.add(
        several
            ? plan.roles().stream()
                .map(role -> FigureFormat.count(role.threads()) + " " + role.name())
                .collect(Collectors.joining(", "))
            : FigureFormat.count(plan.threads(), "thread"));
    if (plan.duration() > 0) {
      words.add(FigureFormat.seconds(plan.duration()));
    }
    if (plan.events() > 0) {
      words.add(
          (plan.duration() > 0 ? "at most " : "") + FigureFormat.count(plan.events(), "event"));
    }
    if (plan.duration() == 0 && plan.events() == 0 && !(plan.pacing() instanceof Pacing.Replay)) {
      words.add("until the work is done");
    }
    if (plan.warmup() > 0) {
      words.add("after a warm-up of " + FigureFormat.seconds(plan.warmup()));
    }
    if (!plan.phases().isEmpty()) {
      words.add(FigureFormat.count(plan.phases().size(), "phase"));
    }
    for (RolePlan role : plan.roles()) {
      String load = pacing(role.pacing(), plan.phases().isEmpty());
      words.add(several ? role.name() + " in " + load : load);
    }
    if (plan.connectsEach()) {
      words.add("a new connection for each transaction");
    }
    return String.join(", ", words);
  }

  private static String pacing(Pacing pacing, boolean thinking) {
    if (pacing instanceof Pacing.OpenLoop open) {
      String law = open.distribution().name().toLowerCase(Locale.ROOT);
      return "open loop, " + rates(open.rates()) + ", " + law;
    }
    if (pacing instanceof Pacing.Replay) {
      return "replay of a trace";
    }
    ThinkTime time = ((Pacing.ClosedLoop) pacing).thinkTime();
    return "closed loop" + (thinking ? thinkTime(time).map(t -> ", " + t).orElse("") : "");
  }

  private static String rates(RateSchedule rates) {
    if (rates.isConstant()) {
      return FigureFormat.asked(rates.afterwards()) + " arrivals/s";
    }
    String all = rates.text();
    String shown = all.length() <= LONGEST ? all : all.substring(0, all.indexOf(',')) + ",…";
    return "arrivals/s " + shown;
  }

  private static Optional<String> thinkTime(ThinkTime time) {
    return time.isNone()
        ? Optional.empty()
        : Optional.of(
            "think time "
                + FigureFormat.seconds(time.mean())
                + (time.exponential() ? " on average, exponential" : ""));
  }

  /** Adds a name and its value, which is wrapped to as many lines as it needs. */
  private static void add(List<String> lines, int indent, String name, String value) {
    String line = name + " ".repeat(indent - name.length()) + value;
    TextLines.wrapped(line, indent).forEach(each -> lines.add(each.stripTrailing()));
  }

  private static String join(Map<String, ?> pairs) {
    return pairs.entrySet().stream()
        .map(pair -> pair.getKey() + "=" + pair.getValue())
        .collect(Collectors.joining(" "));
  }
}
