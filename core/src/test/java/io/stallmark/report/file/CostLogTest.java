package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.Source;
import io.stallmark.report.cost.CostCsv;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** cost.csv as a file. */
final class CostLogTest {

  private static final CostRow ROW =
      new CostRow(
          Source.SERVER,
          0,
          1_000_000,
          1,
          2,
          OptionalLong.empty(),
          false,
          new Usage(Map.of(Resource.READS, 3L)));

  @TempDir private Path directory;

  @Test
  void rowsFollowTheHead_untilItIsClosed() throws Exception {
    CostLog log = new CostLog(directory);
    log.row(ROW);
    log.row(ROW);
    log.close();
    log.row(ROW); // of a source that answered too late
    assertThat(Files.readString(directory.resolve(CostCsv.FILE)))
        .isEqualTo(CostCsv.head() + CostCsv.text(ROW) + CostCsv.text(ROW));
  }

  @Test
  void withoutASource_thereIsNoFile() throws Exception {
    new CostLog(directory).close();
    assertThat(directory).isEmptyDirectory();
  }
}
