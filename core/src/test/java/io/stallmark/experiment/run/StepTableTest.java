package io.stallmark.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StepTableTest {

  @TempDir Path directory;
  private ExperimentResults results;

  /** A load of 30 rows/s, then a step that missed its service level, with queries. */
  @BeforeEach
  void leave() throws IOException {
    leave("l.i0", "completed", "", role("inserters", "rows", 30));
    Files.writeString(
        file("l.i0", "intervals.csv"), "start_s,end_s,rows\n0,1,10\n1,2,20\n2,3,60\n");
    leave(
        "qr",
        "failed",
        """
        "serviceLevels": [{"role": "inserters", "unit": "inserts", "perSecond": 100,
          "heldPercent": 80, "met": false}],""",
        role("inserters", "rows", 80) + "," + role("queriers", "transactions", 400));
    Files.writeString(
        file("qr", "intervals.csv"),
        """
        start_s,end_s,inserters_rows,queriers_transactions
        0,1,100,300
        1,2,60,500
        """);
    Files.writeString(
        file("qr", "trust.csv"),
        """
        start_s,end_s,context_switches_per_s,server_memory_kb
        0,1,1000,2000
        1,2,3000,5000
        """);
    results = new ExperimentResults(directory, RunTableTest.plan(1, "l.i0", "qr"));
  }

  private Path file(String run, String name) throws IOException {
    return Files.createDirectories(directory.resolve(run).resolve("2026-w-db")).resolve(name);
  }

  private static String role(String name, String unit, int perSecond) {
    return String.format(
        Locale.ROOT,
        """
        {"name": "%s", "threads": 1, "unit": "%s", "progressPerSecond": %d,
         "transactions": 10000, "transactionsPerSecond": 2, "responseNanoseconds": {"p50": 1000000, "p99": 2000000,
         "p999": 3000000, "max": 4000000}}""",
        name,
        unit,
        perSecond);
  }

  private void leave(String run, String state, String levels, String roles) throws IOException {
    Files.writeString(
        file(run, "run.json"),
        String.format(
            Locale.ROOT,
            "{\"state\": \"%s\", %s \"summary\": {\"roles\": [%s], \"kinds\": {}}}",
            state,
            levels,
            roles));
  }

  @Test
  void csv_hasEachRole_alsoOfAStepThatMissedItsServiceLevel() {
    List<String> lines = new StepTable(results).csv().lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(1)).startsWith("l.i0,completed,inserters,1,rows,,30,2,20,10,1,2,3,4,");
    assertThat(lines.get(2))
        .startsWith("qr,failed,inserters,1,rows,missed,80,2,100,60,1,2,3,4,80,");
    assertThat(lines.get(3))
        .startsWith("qr,failed,queriers,1,transactions,,400,2,500,300,1,2,3,4,,");
    List<String> head = Arrays.asList(lines.get(0).split(","));
    String[] fields = lines.get(3).split(",", -1);
    assertThat(fields[head.indexOf("context_switches_per_s")]).isEqualTo("2000");
    assertThat(fields[head.indexOf("context_switches_each")]).isEqualTo("5");
    assertThat(fields[head.indexOf("server_rss_mb")]).isEqualTo("5");
  }

  @Test
  void terminal_marksWhatWasMissed() {
    assertThat(String.join("\n", new StepTable(results).brief().lines()))
        .contains("qr inserters MISSED")
        .contains("l.i0 inserters ");
  }

  @Test
  void charts_haveTheRateByTheRowsBefore_andTheServiceLevel() {
    Map<?, ?> sweep = (Map<?, ?>) new StepCharts(results).forPage().get("sweep");
    List<?> charts = (List<?>) sweep.get("charts");
    assertThat(charts).hasSize(2);
    Map<?, ?> fast = (Map<?, ?>) charts.get(0);
    assertThat(fast.get("metric")).isEqualTo("inserters, rows/s at full speed");
    Map<?, ?> paced = (Map<?, ?>) charts.get(1);
    assertThat((List<?>) paced.get("series")).hasSize(2);
    Map<?, ?> level = (Map<?, ?>) ((List<?>) paced.get("series")).get(1);
    assertThat(level.get("name")).isEqualTo("service level");
  }

  @Test
  void charts_keepTheRate_whenManyIntervalsAreMerged() throws IOException {
    StringBuilder csv = new StringBuilder("start_s,end_s,inserters_rows,queriers_transactions\n");
    for (int second = 0; second < 2000; second++) {
      csv.append(String.format(Locale.ROOT, "%d,%d,100,300\n", second, second + 1));
    }
    Files.writeString(file("qr", "intervals.csv"), csv);
    Map<?, ?> sweep = (Map<?, ?>) new StepCharts(results).forPage().get("sweep");
    Map<?, ?> paced = (Map<?, ?>) ((List<?>) sweep.get("charts")).get(1);
    Map<?, ?> line = (Map<?, ?>) ((List<?>) paced.get("series")).get(0);
    List<?> points = (List<?>) line.get("points");
    assertThat(points).hasSizeLessThan(402);
    assertThat((Double[]) points.get(0)).containsExactly(500.0, 100.0);
    assertThat(((Double[]) points.get(points.size() - 1))[0]).isEqualTo(200_000);
  }
}
