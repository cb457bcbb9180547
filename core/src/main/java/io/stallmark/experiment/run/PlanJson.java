package io.stallmark.experiment.run;

import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.spec.InputText;
import io.stallmark.spec.Redactor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code experiment.json}: the plan of an experiment, with the resolved arguments of every run. */
final class PlanJson {

  static final String FILE = "experiment.json";
  private static final int SCHEMA_VERSION = 1;

  private PlanJson() {}

  static Path in(Path directory) {
    return directory.resolve(FILE);
  }

  static String print(ExperimentPlan plan, Instant start, Redactor redactor) {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode root = mapper.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("name", plan.experiment().name());
    root.put("description", plan.experiment().description());
    root.put("workload", plan.experiment().workload().name());
    root.put("startedAt", start.toString());
    root.put("scale", plan.scale());
    root.put("order", plan.experiment().interleaved() ? "interleaved" : "stated");
    root.put("repeat", plan.experiment().repeat());
    root.put("verify", plan.experiment().verifies());
    root.putObject("versions").put("stallmark", StallmarkVersion.stallmark());
    ArrayNode without = root.putArray("without");
    plan.without().forEach(without::add);
    ArrayNode leftOut = root.putArray("leftOut");
    plan.leftOut().forEach(leftOut::add);
    ArrayNode runs = root.putArray("runs");
    for (PlannedRun run : plan.runs()) {
      ObjectNode node = runs.addObject();
      node.put("name", run.name());
      node.put("label", run.label());
      node.put("repetition", run.repetition());
      node.put("database", run.place().name());
      ArrayNode arguments = node.putArray("arguments");
      run.arguments().forEach(argument -> arguments.add(redactor.redact(argument)));
    }
    return mapper.writeValueAsString(root) + "\n";
  }

  /**
   * Describes the difference between the plan in the directory and this one, as a clause; null if
   * there is none.
   */
  static @Nullable String difference(Path directory, ExperimentPlan plan, Redactor redactor) {
    JsonNode root;
    try {
      root = JsonMapper.shared().readTree(InputText.read(in(directory)));
    } catch (IOException | JacksonException e) {
      root = MissingNode.getInstance();
    }
    if (!root.path("runs").isArray()) {
      return "its " + FILE + " cannot be read";
    }
    List<JsonNode> there = new ArrayList<>();
    root.path("runs").forEach(there::add);
    for (int i = 0; i < Math.min(there.size(), plan.runs().size()); i++) {
      PlannedRun run = plan.runs().get(i);
      String name = there.get(i).path("name").asString("");
      if (!name.equals(run.name())) {
        return "there run " + (i + 1) + " is " + name + ", here " + run.name();
      }
      List<String> arguments = new ArrayList<>();
      there.get(i).path("arguments").forEach(argument -> arguments.add(argument.asString("")));
      String difference = difference(arguments, run.arguments(), redactor);
      if (difference != null) {
        return name + difference;
      }
    }
    return there.size() == plan.runs().size()
        ? null
        : "there it has " + there.size() + " runs, here " + plan.runs().size();
  }

  private static @Nullable String difference(
      List<String> there, List<String> here, Redactor redactor) {
    List<String> mine = here.stream().map(redactor::redact).toList();
    return there.equals(mine)
        ? null
        : " has " + shortened(there, mine) + " there, " + shortened(mine, there) + " here";
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
