package io.stallmark.experiment.run;

import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.spec.InputText;
import io.stallmark.spec.Redactor;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code experiment.json}: the plan of an experiment, with the resolved arguments of every run. */
final class PlanJson {

  static final String FILE = "experiment.json";

  private static final int SCHEMA_VERSION = 1;

  private PlanJson() {}

  private record RunEntry(
      String name, String label, int repetition, String database, List<String> arguments) {

    static RunEntry of(PlannedRun run, Redactor redactor) {
      return new RunEntry(
          run.name(),
          run.label(),
          run.repetition(),
          run.place().name(),
          run.arguments().stream().map(redactor::redact).toList());
    }

    /** Whether it was read from a file without its name or arguments. */
    static boolean isIncomplete(@Nullable RunEntry run) {
      return run == null || run.name == null || run.arguments == null;
    }
  }

  static Path in(Path directory) {
    return directory.resolve(FILE);
  }

  static String print(ExperimentPlan plan, Instant start, Redactor redactor) {
    Experiment experiment = plan.experiment();
    Experiment.Execution execution = experiment.execution();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schemaVersion", SCHEMA_VERSION);
    document.put("name", experiment.name());
    document.put("description", experiment.description());
    document.put("workload", experiment.workload().name());
    document.put("startedAt", start.toString());
    document.put("scale", plan.scale());
    document.put("order", execution.interleaved() ? "interleaved" : "stated");
    document.put("repeat", execution.repeat());
    document.put("verify", execution.verifies());
    document.put("versions", Map.of("stallmark", StallmarkVersion.stallmark()));
    document.put("without", plan.without());
    document.put("leftOut", plan.leftOut());
    document.put("runs", entries(plan, redactor));
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();
    return mapper.writeValueAsString(document) + "\n";
  }

  private static List<RunEntry> entries(ExperimentPlan plan, Redactor redactor) {
    return plan.runs().stream().map(run -> RunEntry.of(run, redactor)).toList();
  }

  /**
   * Describes the difference between the plan in the directory and this one, as a clause; null if
   * there is none.
   */
  static @Nullable String difference(Path directory, ExperimentPlan plan, Redactor redactor) {
    List<RunEntry> there = List.of();
    try {
      JsonNode runs = JsonMapper.shared().readTree(InputText.read(in(directory))).path("runs");
      if (runs.isArray()) {
        there = Arrays.asList(JsonMapper.shared().treeToValue(runs, RunEntry[].class));
      }
    } catch (IOException | JacksonException e) {
      return "its " + FILE + " cannot be read";
    }
    if (there.isEmpty() || there.stream().anyMatch(RunEntry::isIncomplete)) {
      return "its " + FILE + " cannot be read";
    }
    List<RunEntry> here = entries(plan, redactor);
    for (int i = 0; i < Math.min(there.size(), here.size()); i++) {
      RunEntry theirs = there.get(i);
      RunEntry ours = here.get(i);
      if (!theirs.name.equals(ours.name)) {
        return "there run " + (i + 1) + " is " + theirs.name + ", here " + ours.name;
      }
      if (!theirs.arguments.equals(ours.arguments)) {
        return Text.format(
            "%s has %s there, %s here",
            ours.name,
            shortened(theirs.arguments, ours.arguments),
            shortened(ours.arguments, theirs.arguments));
      }
    }
    return there.size() == here.size()
        ? null
        : "there it has " + there.size() + " runs, here " + here.size();
  }

  /** The arguments that are not in the other list. */
  private static String shortened(List<String> all, List<String> other) {
    List<String> only = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (i >= other.size() || !all.get(i).equals(other.get(i))) {
        boolean value = i > 0 && all.get(i - 1).startsWith("-");
        only.add(value ? all.get(i - 1) + " " + all.get(i) : all.get(i));
      }
    }
    return only.isEmpty() ? "fewer arguments" : String.join(" ", only);
  }
}
