package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.Gate;
import io.stallmark.analysis.compare.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code comparison.json} and {@code comparison.csv}: every row of a comparison, for machines. */
public final class ComparisonFiles {

  private static final int SCHEMA_VERSION = 1;
  private static final String HEAD = "id,group,a,b,difference,low,high,difference_unit,verdict\n";

  private ComparisonFiles() {}

  /** Writes both. */
  public static void write(ComparedGroups compared, Path directory) throws IOException {
    Files.writeString(directory.resolve("comparison.json"), json(compared));
    Files.writeString(directory.resolve("comparison.csv"), csv(compared.comparison()));
  }

  private static String json(ComparedGroups compared) {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode root = mapper.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    side(root.putObject("a"), compared.a());
    side(root.putObject("b"), compared.b());
    ArrayNode differences = root.putArray("differIn");
    compared.differences().forEach(differences::add);
    ArrayNode warnings = root.putArray("warnings");
    compared.warnings().forEach(warnings::add);
    root.put("confidence", Comparison.CONFIDENCE);
    root.put("basis", compared.comparison().basis().name().toLowerCase(Locale.ROOT));
    ArrayNode rows = root.putArray("rows");
    for (Row row : compared.comparison().rows()) {
      ObjectNode node = rows.addObject();
      node.put("id", row.id()).put("group", row.group());
      put(node, "a", row.a());
      put(node, "b", row.b());
      node.put("differenceUnit", unit(row));
      put(node, "difference", row.difference().estimate());
      put(node, "low", row.difference().low());
      put(node, "high", row.difference().high());
      node.put("verdict", row.word());
    }
    if (!compared.findings().isEmpty()) {
      ArrayNode gate = root.putArray("gate");
      for (Gate.Finding finding : compared.findings()) {
        ObjectNode node = gate.addObject();
        node.put("id", finding.row().id()).put("limit", finding.limit());
        node.put("outcome", finding.outcome().name().toLowerCase(Locale.ROOT));
      }
    }
    return mapper.writeValueAsString(root) + "\n";
  }

  private static void side(ObjectNode node, RunGroup group) {
    node.put("name", group.name());
    ArrayNode runs = node.putArray("runs");
    group.runs().forEach(run -> runs.add(run.files().directory().toString()));
  }

  /** Null: unknown, or without end. */
  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  private static String unit(Row row) {
    return row.share() ? "share" : row.id().endsWith("_s") ? "s" : "percentage points";
  }

  private static String csv(Comparison comparison) {
    StringBuilder text = new StringBuilder(HEAD);
    for (Row row : comparison.rows()) {
      StringJoiner line = new StringJoiner(",", "", "\n");
      line.add(row.id()).add(row.group());
      line.add(number(row.a())).add(number(row.b()));
      line.add(number(row.difference().estimate()));
      line.add(number(row.difference().low())).add(number(row.difference().high()));
      line.add(unit(row)).add(row.word());
      text.append(line);
    }
    return text.toString();
  }

  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "";
  }
}
