package io.stallmark.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.experiment.PublishedFigures;
import io.stallmark.experiment.PublishedFigures.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArticleTablesTest {

  @TempDir Path directory;

  private void leave(String run, String more, double nanos, int count) throws IOException {
    Path attempt = Files.createDirectories(directory.resolve(run).resolve("2026-w-db"));
    Files.writeString(
        attempt.resolve("run.json"),
        String.format(
            Locale.ROOT,
            """
        {"state": "completed", "summary": {"transactionsPerSecond": %s, "kinds":
          {"k": {"count": %d, "serviceNanoseconds": {"mean": %s}}}}%s}
        """,
            run.startsWith("a") ? 1007 : 7,
            count,
            nanos,
            more));
  }

  private ArticleTables form(PublishedFigures article, int repeat, String... labels) {
    return new ArticleTables(
        new ExperimentResults(directory, RunTableTest.plan(article, repeat, labels)));
  }

  private static Figures figures(String beside, List<Double> disk) {
    return new Figures(
        beside, List.of(10.0, 20.4), List.of(1.5, 2.25), OptionalDouble.of(40), disk);
  }

  @Test
  void everyFigure_standsBesideTheArticles() throws IOException {
    leave(
        "a.1",
        """
        , "size": {"end": {"fileBytes": 1500000}}
        , "cost": {"sources": {"server": {"perTransaction": {"reads": 9}}}}""",
        1_000_000,
        1);
    leave(
        "a.3",
        """
        , "size": {"end": {"dataBytes": 2000000000, "indexBytes": 500000000}}
        , "cost": {"sources": {
            "server": {"perTransaction": {"reads": 2.5, "writes": 1, "readKb": 40, "writtenKb": 3}},
            "process": {"perTransaction": {"readKb": 0.0625}}}}""",
        4_000_000,
        3);
    leave("b.1", ", \"trust\": {\"trusted\": false}", 1_000_000, 1);
    Map<String, Figures> theirs = new LinkedHashMap<>();
    theirs.put("x", figures("a", List.of(1.5, 20.0, 3.0)));
    theirs.put("b", figures("b", List.of()));
    theirs.put("y", figures("y", List.of(0.5, 0.25, 0.125)));
    PublishedFigures article = new PublishedFigures(List.of("k", "l"), theirs);
    assertThat(String.join("\n", form(article, 3, "a", "b").lines()))
        .isEqualTo(
            """
            Operations/s of each run
              run      a  article's x  b  article  article's y
              1    1,007           10  7       10           10
              2        –           20  –       20           20
              3    1,007            –  –        –            –

            Mean ms of an operation, over all runs
                         k  article  l  article
              a (x)  3.250    1.500  –    2.250
              b      1.000    1.500  –    2.250
              y          –    1.500  –    2.250

            GB of the database after each run
              run      a  article's x  b  article  article's y
              1    0.002            –  –        –            –
              2        –           40  –       40           40
              3    2.500            –  –        –            –

            Reads, kB read and kB written for each operation of the last run
                                reads  article  kB read  article  kB written  article
              a (x) by server   2.500    1.500   40.000   20.000       3.000    3.000
              a (x) by process      –    1.500    0.063   20.000           –    3.000
              y                     –    0.500        –    0.250           –    0.125

            NOT TO BE TRUSTED, see report.html: b.1
            """);
  }

  @Test
  void withoutRunsOfALabel_theArticlesFiguresStandAlone() {
    PublishedFigures article =
        new PublishedFigures(List.of("k", "l"), Map.of("x", figures("left-out", List.of())));
    assertThat(form(article, 1, "a").lines())
        .contains("  run  a  article's x", "  1    –           10", "  x  –    1.500  –    2.250");
  }
}
