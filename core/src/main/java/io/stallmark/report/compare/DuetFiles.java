package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.MetricDifference;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetSeconds.DuetSecond;
import io.stallmark.analysis.duet.DuetTurns;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.table.FigureTable;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes {@code duet.json}, which is {@code comparison.json} with the pairs and what was known over
 * time, and {@code seconds.csv} with the pairs.
 */
public final class DuetFiles {

  /** Name of the file with everything. */
  public static final String NAME = "duet.json";

  /** Name of the page. */
  public static final String PAGE = "duet.html";

  private static final int SCHEMA_VERSION = 1;

  /**
   * Duet among the runs of a history.
   *
   * @param first run of side A
   */
  public record Listed(Path directory, StoredRun first, ComparisonRow throughput) {}

  private DuetFiles() {}

  /** Writes the files and the page into the directory of the duet. */
  public static void write(StoredDuet duet, Path directory, Path page) throws IOException {
    Files.writeString(directory.resolve(NAME), json(duet));
    Files.writeString(
        directory.resolve("seconds.csv"),
        new FigureTable<DuetSecond>("seconds.csv")
            .figure("start_s", DuetSecond::start)
            .figure("a_per_s", DuetSecond::a)
            .figure("b_per_s", DuetSecond::b)
            .content(duet.seconds()));
    List<String> heading = DuetText.heading(duet);
    ComparisonPage.write(
        duet.compared(),
        new ReportPage.Heading(
            heading.get(0),
            Text.format(
                "A %s · B %s · %s",
                duet.compared().a().name(), duet.compared().b().name(), heading.get(1)),
            duet.warnings()),
        Map.of(
            "duet",
            Map.of("seconds", duet.seconds(), "looks", duet.looks(), "settling", settling(duet))),
        page);
  }

  /**
   * Returns the duets that runs are part of, in the order of the runs. Of a duet that was resumed,
   * the last run of A is its own.
   *
   * @param skipped receives a sentence about each duet that cannot be read
   */
  public static List<Listed> of(List<StoredRun> runs, Consumer<String> skipped) {
    Map<Path, StoredRun> last = new LinkedHashMap<>();
    for (StoredRun run : runs) {
      if (run.side().equals("A")) {
        Path directory = run.directory().resolve("../..").normalize();
        last.remove(directory);
        last.put(directory, run);
      }
    }
    List<Listed> duets = new ArrayList<>();
    last.forEach(
        (directory, run) -> {
          try {
            duets.add(new Listed(directory, run, throughput(directory.resolve(NAME))));
          } catch (IOException | JacksonException | NoSuchElementException e) {
            skipped.accept(directory.resolve(NAME) + " cannot be read; the duet is left out.");
          }
        });
    return duets;
  }

  /** Name of the file with every row of several duets. */
  public static final String CSV = "duets.csv";

  /** Whether a directory has a duet that has ended. */
  public static boolean exists(Path directory) {
    return Files.exists(directory.resolve(NAME));
  }

  /**
   * Reads a duet.
   *
   * @param first run of side A
   * @throws IOException if it cannot be read, with a line for the user
   */
  public static Listed listed(Path directory, StoredRun first) throws IOException {
    Path file = directory.resolve(NAME);
    try {
      return new Listed(directory, first, throughput(file));
    } catch (IOException | JacksonException | NoSuchElementException e) {
      throw new IOException(file + " cannot be read; remove it to repeat the duet.", e);
    }
  }

  /** Row of a duet, as in its file. */
  private record Line(Path directory, JsonNode row) {

    String text(String name) {
      return row.path(name).asString("");
    }
  }

  /** Returns every row of the duets as CSV. */
  public static String csv(List<Listed> duets) throws IOException {
    List<Line> lines = new ArrayList<>();
    for (Listed duet : duets) {
      rows(duet.directory.resolve(NAME)).forEach(row -> lines.add(new Line(duet.directory, row)));
    }
    FigureTable<Line> table =
        new FigureTable<Line>(CSV)
            .column("duet", line -> line.directory.getFileName())
            .column("metric", line -> line.text("id"))
            .column("unit", line -> line.text("unit"));
    for (String name : List.of("a", "b", "difference", "low", "high")) {
      table.figure(name, line -> number(line.row, name));
    }
    return table
        .column("difference_unit", line -> line.text("differenceUnit"))
        .column("verdict", line -> line.text("verdict"))
        .content(lines);
  }

  private static List<JsonNode> rows(Path file) throws IOException {
    return ComparisonFiles.MAPPER
        .readTree(Files.readString(file))
        .path("rows")
        .valueStream()
        .toList();
  }

  private static ComparisonRow throughput(Path file) throws IOException {
    JsonNode row =
        rows(file).stream()
            .filter(each -> each.path("id").asString("").equals(Comparison.THROUGHPUT))
            .findFirst()
            .orElseThrow();
    return new ComparisonRow(
        RunMetrics.of(Comparison.THROUGHPUT),
        number(row, "a"),
        number(row, "b"),
        new MetricDifference(number(row, "difference"), number(row, "low"), number(row, "high")));
  }

  private static double number(JsonNode row, String name) {
    JsonNode value = row.path(name);
    return value.isNumber() ? value.asDouble() : Double.NaN;
  }

  private static double settling(StoredDuet duet) {
    return duet.turns() == null ? 0 : duet.turns().settling();
  }

  private static void turns(ObjectNode root, @Nullable DuetTurns turns) {
    if (turns != null) {
      root.put("sliceSeconds", turns.slice()).put("settlingSeconds", turns.settling());
      ArrayNode first = root.putArray("first");
      turns.first().forEach(side -> first.add(side.name().toLowerCase(Locale.ROOT)));
    }
  }

  /** Returns the content of {@code duet.json}. */
  public static String json(StoredDuet duet) {
    ObjectNode root = ComparisonFiles.MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("mode", duet.mode().word()).put("why", duet.mode().why());
    turns(root, duet.turns());
    if (duet.until() != null) {
      root.put("until", duet.until());
    }
    ComparisonFiles.fill(root, duet.compared(), duet.warnings());
    ArrayNode seconds = root.putArray("seconds");
    for (DuetSecond second : duet.seconds()) {
      seconds
          .addObject()
          .put("start", second.start())
          .put("aPerSecond", second.a())
          .put("bPerSecond", second.b());
    }
    ArrayNode looks = root.putArray("looks");
    for (DuetLook look : duet.looks()) {
      ObjectNode node = looks.addObject().put("pairs", look.pairs());
      ComparisonFiles.put(node, "difference", look.difference().estimate());
      ComparisonFiles.put(node, "low", look.difference().low());
      ComparisonFiles.put(node, "high", look.difference().high());
    }
    return ComparisonFiles.MAPPER.writeValueAsString(root) + "\n";
  }
}
