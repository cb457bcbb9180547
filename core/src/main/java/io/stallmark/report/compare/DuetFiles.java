package io.stallmark.report.compare;

import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetSeconds.DuetSecond;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TextTable;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes {@code duet.json}, which is {@code comparison.json} with the pairs and what was known over
 * time, and {@code seconds.csv} with the pairs.
 */
public final class DuetFiles {

  private static final int SCHEMA_VERSION = 1;

  private DuetFiles() {}

  /** Writes the files and the page into the directory of the duet. */
  public static void write(StoredDuet duet, Path directory, Path page) throws IOException {
    Files.writeString(directory.resolve("duet.json"), json(duet));
    Files.writeString(
        directory.resolve("seconds.csv"),
        new FigureTable<DuetSecond>("seconds.csv")
            .figure("start_s", DuetSecond::start)
            .figure("a_per_s", DuetSecond::a)
            .figure("b_per_s", DuetSecond::b)
            .content(duet.seconds()));
    ComparisonPage.write(duet.compared(), page, table(duet));
  }

  /** Returns the table of how the interval of the throughput became narrow. */
  private static TextTable table(StoredDuet duet) {
    return new FigureTable<DuetLook>()
        .texts("pairs", look -> Integer.toString(look.pairs()))
        .texts("difference", look -> percent(look.difference().estimate()))
        .texts("lower bound", look -> percent(look.difference().low()))
        .texts("upper bound", look -> percent(look.difference().high()))
        .table(
            "looks",
            "Throughput of B after a number of pairs",
            "There were too few pairs.",
            duet.looks(),
            look -> "",
            look -> "");
  }

  private static String percent(double share) {
    return Double.isFinite(share) ? Text.format("%+.1f %%", 100 * share) : "–";
  }

  /** Returns the content of {@code duet.json}. */
  public static String json(StoredDuet duet) {
    ObjectNode root = ComparisonFiles.MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("mode", duet.mode().name().toLowerCase(Locale.ROOT)).put("why", duet.mode().why());
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
