package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.spi.workload.TransferResult.Figures;
import io.stallmark.spi.workload.TransferResult.Point;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ProgressFileTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void rows_haveTheRateSinceTheRowBefore_andTheLastKnownSize() {
    Figures figures = new Figures(300, null, null, null, null, null, null, null, null, null, null);
    long begun = 50 * SECOND;
    List<Point> points =
        List.of(
            new Point(begun + 2 * SECOND, 100, 4_000_000),
            new Point(begun + 3 * SECOND, 200, 8_000_000),
            new Point(begun + 3 * SECOND, 250, 9_000_000), // at the same time: no rate
            new Point(begun + 7 * SECOND, 300, 12_000_000));
    TreeMap<Long, StoredSize> sizes = new TreeMap<>();
    sizes.put(begun + 3 * SECOND, new StoredSize(1000, 200, null, null, null));
    sizes.put(begun + 6 * SECOND, new StoredSize(3000, 400, null, null, null));
    assertThat(ProgressFile.content(new TransferResult(figures, begun, points), sizes).lines())
        .containsExactly(
            "documents,at_s,documents_per_s,source_mb_per_s,data_bytes,index_bytes",
            "100,2,50,2,,",
            "200,3,100,4,1000,200",
            "300,7,25,1,3000,400");
  }

  @Test
  void batchesThatEndTogether_haveOneRate_andTheEndIsKept() {
    Figures figures = new Figures(300, null, null, null, null, null, null, null, null, null, null);
    List<Point> points =
        List.of(
            new Point(2 * SECOND, 100, 4_000_000),
            new Point(2 * SECOND + 1000, 200, 8_000_000), // 100 million documents/s by itself
            new Point(4 * SECOND, 300, 12_000_000),
            new Point(4 * SECOND + 1000, 320, 14_000_000));
    assertThat(
            ProgressFile.content(new TransferResult(figures, 0, points), new TreeMap<>()).lines())
        .hasSize(3)
        .element(2)
        .asString()
        .startsWith("320,4");
  }
}
