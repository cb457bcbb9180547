package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.table.FigureTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes {@code comparison.json} and {@code comparison.csv}: every row of a comparison, for
 * programs.
 */
public final class ComparisonFiles {

  static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final int SCHEMA_VERSION = 2;

  /** Largest relative bound: 1000 times as much. */
  private static final double MOST = 1000;

  private static final String EACH = "_per_transaction";

  /** Units by the suffix of a metric's name, of which the longest counts. */
  private static final Map<String, String> UNITS =
      Map.of(
          "_per_s", "1/s",
          "_per_min", "1/min",
          "_percent", "%",
          "_ms", "ms",
          "_us", "us",
          "_kb", "kB",
          "_s", "s",
          "_bytes_per_row", "bytes/row",
          "_amplification", "1");

  private ComparisonFiles() {}

  /** Writes both files. */
  public static void write(ComparedGroups compared, Path directory) throws IOException {
    Files.writeString(directory.resolve("comparison.json"), json(compared));
    Files.writeString(directory.resolve("comparison.csv"), csv(compared));
  }

  /** Returns the content of {@code comparison.csv}. */
  public static String csv(ComparedGroups compared) {
    return csv(compared.comparison()).content(compared.comparison().rows());
  }

  /** Returns the content of {@code comparison.json}. */
  public static String json(ComparedGroups compared) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    fill(root, compared, compared.warnings());
    return MAPPER.writeValueAsString(root) + "\n";
  }

  /** Adds the sides, the rows and the gate to a document. */
  static void fill(ObjectNode root, ComparedGroups compared, List<String> warnings) {
    side(root.putObject("a"), compared.a());
    side(root.putObject("b"), compared.b());
    ArrayNode differences = root.putArray("differIn");
    compared.differences().forEach(differences::add);
    ArrayNode sentences = root.putArray("warnings");
    warnings.forEach(sentences::add);
    boolean judged = compared.comparison().judged();
    if (judged) {
      root.put("confidence", Comparison.CONFIDENCE);
    }
    ArrayNode rows = root.putArray("rows");
    for (ComparisonRow row : compared.comparison().rows()) {
      ObjectNode node = rows.addObject();
      node.put("id", row.id()).put("group", row.metric().group()).put("unit", unit(row.id()));
      put(node, "a", row.a());
      put(node, "b", row.b());
      node.put("differenceUnit", differenceUnit(row));
      put(node, "difference", row.difference().estimate());
      if (judged) {
        put(node, "low", bound(row, row.difference().low()));
        put(node, "high", bound(row, row.difference().high()));
        node.put("verdict", row.word());
      }
    }
    if (!compared.findings().isEmpty()) {
      root.put("gateHeld", compared.held());
      ArrayNode unfit = root.putArray("unfit");
      compared.unfit().forEach(unfit::add);
      ArrayNode gate = root.putArray("gate");
      for (RegressionGate.Finding finding : compared.findings()) {
        ObjectNode node = gate.addObject();
        node.put("id", finding.row().id()).put("limit", finding.limit());
        node.put("outcome", finding.outcome().name().toLowerCase(Locale.ROOT));
      }
    }
  }

  /** Returns a bound; a relative bound above the largest is infinite. */
  private static double bound(ComparisonRow row, double value) {
    return row.metric().share() && value > MOST ? Double.POSITIVE_INFINITY : value;
  }

  private static void side(ObjectNode node, RunGroup group) {
    node.put("name", group.name());
    ArrayNode runs = node.putArray("runs");
    group.runs().forEach(run -> runs.add(run.directory().toString()));
  }

  /** Writes a number; null if it is unknown or infinite. */
  static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  /** Returns the unit of a metric's values, which is the suffix of its name. */
  private static String unit(String id) {
    if (id.endsWith(EACH)) {
      String counted = unit(id.substring(0, id.length() - EACH.length()));
      return (counted.isEmpty() ? "1" : counted) + "/transaction";
    }
    return UNITS.keySet().stream()
        .filter(id::endsWith)
        .max(Comparator.comparingInt(String::length))
        .map(UNITS::get)
        .orElse("");
  }

  /** Returns the unit of a difference and its bounds. */
  private static String differenceUnit(ComparisonRow row) {
    return row.metric().share()
        ? "share"
        : unit(row.id()).equals("%") ? "percentage points" : unit(row.id());
  }

  private static FigureTable<ComparisonRow> csv(Comparison comparison) {
    return new FigureTable<ComparisonRow>("comparison.csv")
        .column("id", ComparisonRow::id)
        .column("group", row -> row.metric().group())
        .column("unit", row -> unit(row.id()))
        .column("a_in_unit", ComparisonRow::a)
        .column("b_in_unit", ComparisonRow::b)
        .column("difference_unit", ComparisonFiles::differenceUnit)
        .column("difference_in_its_unit", row -> row.difference().estimate())
        .column("low_in_its_unit", row -> bound(row, row.difference().low()))
        .column("high_in_its_unit", row -> bound(row, row.difference().high()))
        .column("verdict", row -> comparison.judged() ? row.word() : "");
  }
}
