package io.stallmark.report.compare;

import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetSeconds.DuetSecond;
import io.stallmark.report.page.ReportPage;
import io.stallmark.report.table.FigureTable;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        Map.of("duet", Map.of("seconds", duet.seconds(), "looks", duet.looks())),
        page);
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
