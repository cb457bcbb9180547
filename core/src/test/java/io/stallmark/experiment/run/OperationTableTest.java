package io.stallmark.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OperationTableTest {

  @TempDir Path directory;

  private void leave(String run, String state, String kinds) throws IOException {
    Path attempt = Files.createDirectories(directory.resolve(run).resolve("2026-w-db"));
    Files.writeString(
        attempt.resolve("run.json"),
        String.format(
            Locale.ROOT, "{\"state\": \"%s\", \"summary\": {\"kinds\": {%s}}}", state, kinds));
  }

  /** Nanoseconds of a mean and of all that follows. */
  private static String kind(String name, String category, int count, long mean, long others) {
    return String.format(
        Locale.ROOT,
        """
        "%s": {"category": "%s", "count": %d, "responseNanoseconds": {"mean": %d, "p50": %d,
          "p95": %d, "p99": %d, "p999": 1, "max": %d}, "serviceNanoseconds": {"mean": 1}}""",
        name,
        category,
        count,
        mean,
        others,
        2 * others,
        3 * others,
        4 * others);
  }

  private OperationTable table(int repeat, String... labels) {
    return new OperationTable(new ExperimentResults(directory, RunTableTest.plan(repeat, labels)));
  }

  @Test
  void everyOperation_ofEveryRun_hasItsRow() throws IOException {
    leave(
        "a",
        "completed",
        kind("transaction", "transaction", 30, 1_000_000, 1_000_000)
            + ","
            + kind("add_link", "transaction_kind", 20, 1_500_000, 1_234_567)
            + ","
            + kind("put_link", "write", 20, 250_000, 100_000));
    leave("b", "completed", kind("add_link", "transaction_kind", 0, 0, 0));
    leave("c", "failed", kind("add_link", "transaction_kind", 7, 7, 7));
    OperationTable table = table(1, "a", "b", "c");
    assertThat(table.csv())
        .isEqualTo(
            """
            label,repetition,operation,category,count,mean_ms,p50_ms,p95_ms,p99_ms,max_ms
            a,1,transaction,transaction,30,1,1,2,3,4
            a,1,add_link,transaction_kind,20,1.5,1.234567,2.469134,3.703701,4.938268
            a,1,put_link,write,20,0.25,0.1,0.2,0.3,0.4
            b,1,add_link,transaction_kind,0,,,,,
            """);
    assertThat(table.lines())
        .containsExactly(
            "Response time of each operation",
            "              count  mean ms  p50 ms  p95 ms  p99 ms  max ms",
            "  add_link a     20    1.500   1.235       –       –   4.938",
            "  add_link b      0        –       –       –       –       –");
  }

  @Test
  void repetitionsTogether_haveTheMeanOfAll_theMedianOfPercentiles_andTheLongest()
      throws IOException {
    leave("a.1", "completed", kind("k", "transaction_kind", 1, 1_000_000, 1_000_000));
    leave("a.2", "completed", kind("k", "transaction_kind", 3, 5_000_000, 9_000_000));
    leave("a.3", "completed", kind("k", "transaction_kind", 4, 2_000_000, 2_000_000));
    OperationTable table = table(3, "a");
    assertThat(table.csv().lines().skip(4))
        .containsExactly("a,all,k,transaction_kind,8,3,2,4,6,36");
    assertThat(table.lines())
        .startsWith("Response time of each operation, over all runs")
        .last()
        .isEqualTo("  k a      8    3.000       –       –       –  36.000");
  }

  @Test
  void withoutKindsOfTransactions_thereIsNothingMoreToRead() throws IOException {
    leave("a", "completed", kind("transaction", "transaction", 30, 1_000_000, 1_000_000));
    assertThat(table(1, "a").lines()).isEmpty();
    assertThat(table(1, "a").csv()).contains("a,1,transaction,");
  }
}
