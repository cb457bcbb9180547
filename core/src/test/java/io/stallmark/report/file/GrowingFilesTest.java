package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of rows, cost.csv, that is there from its first row on. */
final class GrowingFilesTest {

  private static final CostRow ROW =
      new CostRow(
          CostSource.SERVER,
          0,
          1_000_000,
          1,
          2,
          null,
          false,
          new Usage(Map.of(Resource.READS, 3L)));

  @TempDir private Path directory;

  @Test
  void rowsFollowTheHead_untilItIsClosed() throws Exception {
    GrowingFiles log = new GrowingFiles(directory);
    log.append(RunTables.COST, ROW);
    log.append(RunTables.COST, ROW);
    log.close();
    log.append(RunTables.COST, ROW); // of a source that answered too late
    assertThat(Files.readString(directory.resolve("cost.csv")))
        .isEqualTo(RunTables.COST.head() + RunTables.COST.row(ROW) + RunTables.COST.row(ROW));
  }

  @Test
  void withoutASource_thereIsNoFile() throws Exception {
    new GrowingFiles(directory).close();
    assertThat(directory).isEmptyDirectory();
  }
}
