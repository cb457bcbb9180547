package io.stallmark.transfer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.workload.TransferResult;
import io.stallmark.spi.workload.TransferResult.Point;
import io.stallmark.transfer.content.ContentSum;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TransferProgressTest {

  @Test
  void pointsOfAnImportOfAnyLength_areLimited_andRise() {
    TransferProgress progress = new TransferProgress(TransferProgress.FIRST_SLOT);
    progress.begin();
    for (int batch = 0; batch < 3001; batch++) {
      progress.moved(new ContentSum(500, 0, 0), 10);
    }
    List<Point> points = progress.points();
    assertThat(points).hasSizeBetween(TransferResult.SLOTS, 2 * TransferResult.SLOTS);
    assertThat(points).extracting(Point::documents).isSorted().doesNotHaveDuplicates();
    Point end = points.get(points.size() - 1);
    assertThat(end.documents()).isEqualTo(3001 * 500);
    assertThat(end.bytes()).isEqualTo(3001 * 10);
    assertThat(points.get(0).documents()).isLessThanOrEqualTo(end.documents() / 50);
  }

  @Test
  void importOfNothing_hasNoPoints() {
    assertThat(new TransferProgress(1).points()).isEmpty();
  }
}
