package io.stallmark.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Op;
import io.stallmark.timeseries.SensorStore;
import io.stallmark.timeseries.SensorStore.Reading;
import io.stallmark.timeseries.table.EventGrid;
import io.stallmark.timeseries.table.ReadingContent;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.timeseries.table.SensorLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysetPagerTest {

  private static final SensorData DATA =
      new SensorData(
          SensorLayout.AUTO_INCREMENT,
          SensorLayout.AUTO_INCREMENT.table(1),
          new EventGrid(EventGrid.Shape.TICK, 2, 2),
          new ReadingContent.ValueDistribution("uniform", 10, false),
          1);

  private final SensorStore store = new SensorStore();

  /**
   * @param moments those in the table
   * @param seen those that the pages of three rows must hand over
   */
  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "0 1, 0 1",
    "0 1 2, 0 1 2",
    "0 1 2 3 4 5 6, 0 1 2 3 4 5 6",
    "0 1 1 2, 0 1 1 2",
    "0 1 2 2 3, 0 1 2 2 3",
    "0 1 1 1 2, 0 1 1 1 2",
    "0 0 0 0 0 1 2, 0 0 0 0 0 1 2",
    "0 1 1 1 1 1, 0 1 1 1 1 1",
    "0 0 0, 0 0 0"
  })
  void rows_comeOnceInOrder_alsoThoseOfOneMoment(String moments, String seen) throws Exception {
    for (String moment : moments.split(" ")) {
      if (!moment.isEmpty()) {
        long ts = EventGrid.FIRST_TS + Long.parseLong(moment);
        store.rows.add(new Reading(2, ts, SensorStore.ZEROS, 1));
        store.rows.add(new Reading(1, ts, SensorStore.ZEROS, 1));
      }
    }
    Op.Read rows =
        new Op.Read(
            "sensor_rows", DATA.table(), SensorData.readings(SensorLayout.TS), DATA.inRange());
    KeysetPager pages = new KeysetPager(store, rows.orderBy(SensorLayout.TS).limit(3), 0);
    DATA.start(pages, 2);
    List<String> found = new ArrayList<>();
    while (!pages.done()) {
      pages.page(row -> found.add(Long.toString(row.getLong(0) - EventGrid.FIRST_TS)));
    }
    assertThat(String.join(" ", found)).isEqualTo(seen);
  }
}
