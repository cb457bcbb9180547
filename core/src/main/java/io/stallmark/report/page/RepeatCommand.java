package io.stallmark.report.page;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.report.TextLines;
import io.stallmark.result.AgentSummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.LimitSummary;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunParameters.PlannedPhase;
import io.stallmark.result.StallFindings.StallThresholds;
import io.stallmark.run.LoadCluster.Coordination;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecOption;
import io.stallmark.text.Text;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Command line that repeats a run, from its {@code run.json}. It has what differs from a default.
 * It has no secret, because the file has none.
 */
final class RepeatCommand {

  private static final double SECOND = 1e9;
  private static final double PERCENT = 100;

  /** Words that stand for an option that was not given. */
  private static final Map<String, Object> USUAL = Map.of("tls", "unsaid", "arrivals", "constant");

  private final List<String> arguments = new ArrayList<>(List.of("run"));
  private final EmbeddedOptions options;

  private RepeatCommand(EmbeddedOptions options) {
    this.options = options;
  }

  /** Returns the command line; empty if the run was never configured. */
  static String of(RunDocument run, EmbeddedOptions options) {
    @Nullable RunParameters spec = run.spec();
    if (spec == null || spec.url().isEmpty()) {
      return "";
    }
    RepeatCommand command = new RepeatCommand(options);
    command.arguments.add(run.workload());
    command.server(spec);
    command.load(spec);
    command.limits(run.outcome().limits());
    command.machines(run.outcome().agents());
    command.seeds(run);
    command.stalls(run);
    command.settings(spec.settings());
    spec.flags().forEach(flag -> command.arguments.add("--" + flag));
    command.labels(run);
    return TextLines.command(command.arguments);
  }

  private void server(RunParameters spec) {
    add("--url", spec.url());
    given("--driver", spec.driver());
    if (!spec.storage().isEmpty()) {
      add("--storage", pairs(spec.storage(), ","));
    }
  }

  private void load(RunParameters spec) {
    Set<String> elsewhere = new HashSet<>(Set.of("rate", "think-time"));
    if (!spec.roles().isEmpty()) {
      elsewhere.add(RunOptions.THREADS.name());
    }
    if (!spec.phases().isEmpty() || spec.number("durationSeconds") == 0) {
      elsewhere.add(RunOptions.SECONDS.name());
    }
    RunOptions.OF_DOCUMENT.stream()
        .filter(option -> !elsewhere.contains(option.name()))
        .forEach(option -> stored(spec, option));
    spec.roles().forEach(role -> add("--role", role));
    spec.phases().forEach(phase -> add("--phase", describe(phase)));
    if (spec.roles().isEmpty() && spec.phases().isEmpty()) { // else each has its own
      given("--rate", spec.options().get("ratePerSecond"));
      given("--rate", spec.options().get("rateSchedule"));
      if (spec.number("thinkTimeSeconds") > 0) {
        String law = "exponential".equals(spec.options().get("thinkTime")) ? "exponential:" : "";
        add("--think-time", law + plain(spec.number("thinkTimeSeconds")) + "s");
      }
    }
  }

  private void limits(@Nullable List<LimitSummary> limits) {
    if (limits != null) {
      limits.forEach(each -> add("--limit", each.limit()));
    }
  }

  /**
   * Adds how many machines there were. Where the coordinator was is not in the file, so the user
   * replaces HOST.
   */
  private void machines(@Nullable List<AgentSummary> agents) {
    if (agents == null || agents.isEmpty()) {
      return;
    }
    List<String> names = agents.stream().map(AgentSummary::name).toList();
    boolean local = names.stream().allMatch(name -> name.startsWith("local-"));
    boolean only = !local && !names.contains("coordinator");
    String address = local ? null : "HOST";
    arguments.addAll(
        new Coordination(names.size(), address, local, only, Coordination.STOP, 0).options());
  }

  private static String describe(PlannedPhase phase) {
    String settings = pairs(phase.settings(), " ");
    return phase.load() + (settings.isEmpty() ? "" : " " + settings);
  }

  private void seeds(RunDocument run) {
    changed("--seed", run.seed(), "seed");
    @Nullable Long requests = run.requestSeed();
    if (requests != null && requests != run.seed()) {
      add("--request-seed", requests.toString());
    }
  }

  private void stalls(RunDocument run) {
    @Nullable StallThresholds rule = run.outcome().findings().stallRule();
    if (rule == null) {
      return;
    }
    if (differ(rule.belowPercent(), PERCENT * StallRule.DEFAULT.below())) {
      add("--stall-below", plain(rule.belowPercent()));
    }
    if (differ(rule.shortestSeconds(), StallRule.DEFAULT.shortest() / SECOND)) {
      add("--stall-min", plain(rule.shortestSeconds()));
    }
  }

  /** Adds the settings that are not the defaults; all of them if the workload is not known. */
  private void settings(Map<String, Object> settings) {
    settings.forEach(
        (name, value) -> {
          EmbeddedOptions.@Nullable Declared declared = options.settings().get(name);
          boolean changed = declared == null || !text(declared.value()).equals(text(value));
          if (changed && SpecEntries.ALSO_KEYS.contains(name)) {
            String option = name.equals(SpecEntries.DEFINE) ? "-D" : "--" + name;
            SpecEntries.parts(text(value)).forEach(each -> add(option, each));
          } else if (changed) {
            add("-p", name + "=" + text(value));
          }
        });
  }

  private void labels(RunDocument run) {
    given("--name", run.name());
    run.tags().forEach((key, value) -> add("--tag", key + "=" + value));
  }

  /** Adds an option whose value in {@code run.json} is not the default. */
  private void stored(RunParameters spec, SpecOption<?> option) {
    String place = option.places().get(0).name();
    Object value = spec.options().get(place);
    if (value instanceof List<?> list) {
      list.forEach(each -> add("--" + option.name(), String.valueOf(each)));
    } else if (value != null) {
      changed("--" + option.name(), value, place);
    }
  }

  private void changed(String option, Object value, String place) {
    Object usual = options.defaults().getOrDefault(place, USUAL.get(place));
    boolean whole = usual instanceof Long && value instanceof Long; // a seed has 64 bits
    boolean changed =
        (value instanceof Number number && !whole)
            ? differ(usual instanceof Number other ? other.doubleValue() : 0, number.doubleValue())
            : !value.equals(usual);
    if (changed) {
      add(option, text(value));
    }
  }

  /** Adds an option that the user may have given. */
  private void given(String option, @Nullable Object value) {
    if (value != null) {
      add(option, text(value));
    }
  }

  private void add(String option, String value) {
    arguments.add(option);
    arguments.add(value);
  }

  private static boolean differ(double one, double other) {
    return Math.abs(one - other) > 1e-9 * Math.max(Math.abs(one), Math.abs(other));
  }

  private static String pairs(Map<String, String> pairs, String between) {
    return pairs.entrySet().stream()
        .map(pair -> pair.getKey() + "=" + pair.getValue())
        .collect(Collectors.joining(between));
  }

  private static String text(Object value) {
    return value instanceof Double number ? plain(number) : value.toString();
  }

  private static String plain(double number) {
    return Text.plain(BigDecimal.valueOf(number).round(MathContext.DECIMAL64));
  }
}
