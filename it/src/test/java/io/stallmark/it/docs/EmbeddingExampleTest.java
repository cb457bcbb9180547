package io.stallmark.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.run.RunReport;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddingExampleTest {

  @Test
  void run_endsInGoodOrder_withItsReportAndItsFiles(@TempDir Path results) throws Exception {
    RunReport report = EmbeddingExample.runUntilItHasMeasuredEnough(results);
    assertThat(report.exit()).isEqualTo(RunReport.Exit.INTERRUPTED);
    assertThat(report.measured()).isNotNull();
    assertThat(report.measured().result().succeeded()).isGreaterThanOrEqualTo(100);
    assertThat(report.directory()).isNotNull();
    assertThat(report.directory().resolve("run.json")).content().doesNotContain("secret");
    assertThat(report.directory().resolve("report.html")).exists();
  }
}
