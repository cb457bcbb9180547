package io.stallmark.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Registry;
import io.stallmark.run.Benchmark;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.run.RunSpec;
import io.stallmark.toy.H2Dialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/adding-a-workload.md, on a database in this JVM. */
class BankTransfersTest {

  @TempDir Path directory;

  private RunReport run() throws Exception {
    Benchmark benchmark =
        new Benchmark(
            new Registry(List.of(new BankTransfers()), List.of(new H2Dialect())),
            Credentials.ofPassword(""));
    RunSpec spec =
        benchmark
            .spec(
                String.format(
                    Locale.ROOT,
                    """
                workload: bank
                url: "h2:file:%s"
                settings: {accounts: 1250}
                threads: 4
                events: 1000
                verify: true
                """,
                    directory.resolve("bank")))
            .to(directory);
    return benchmark.run(spec);
  }

  @Test
  void transfers_keepTheSum() throws Exception {
    RunReport report = run();
    assertThat(report.exit()).as("%s", report).isEqualTo(Exit.WELL);
  }

  @Test
  void verification_findsALostCent() throws Exception {
    run();
    String url = "jdbc:h2:file:" + directory.resolve("bank");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE accounts SET balance = balance - 1 WHERE id = 1111");
    }
    RunReport report = run();
    assertThat(report.exit()).isEqualTo(Exit.FAILED);
    assertThat(report.complaint()).contains("12499999 cents, not 12500000");
  }
}
