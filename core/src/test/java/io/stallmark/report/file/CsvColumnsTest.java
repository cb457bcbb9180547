package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsvColumnsTest {

  @TempDir Path directory;

  private CsvColumns read(String text) throws IOException {
    return CsvColumns.read(Files.writeString(directory.resolve("intervals.csv"), text));
  }

  @Test
  void noFile_andAnEmptyOne_haveNoRow() throws IOException {
    assertThat(CsvColumns.read(directory.resolve("none")).size()).isZero();
    assertThat(read("").size()).isZero();
    assertThat(read("start_s,end_s").size()).isZero();
    assertThat(read("start_s,end_s\n").size()).isZero();
  }

  @Test
  void aTornLastLine_isLeftOut_evenIfItLooksWhole() throws IOException {
    CsvColumns columns = read("start_s,end_s\n0,1\n1,2");
    assertThat(columns.column("end_s")).containsExactly(1);
    assertThat(columns.leftOut()).isEqualTo(1);
  }

  @Test
  void emptyFields_andMissingColumns_areNoNumbers() throws IOException {
    CsvColumns columns = read("start_s,end_s,rows\n0,1,\n1,2,x\n");
    assertThat(columns.column("rows")).containsExactly(Double.NaN, Double.NaN);
    assertThat(columns.column("more")).containsExactly(Double.NaN, Double.NaN);
    assertThat(columns.sum("rows")).isZero();
  }

  @Test
  void nameOfAnOlderVersion_isReadAsTheNewOne() throws IOException {
    CsvColumns columns = read("start_s,end_s,response_p999_ms\n0,1,7.5\n");
    assertThat(columns.names()).containsExactly("start_s", "end_s", "response_p99_9_ms");
    assertThat(columns.column("response_p99_9_ms")).containsExactly(7.5);
  }

  @Test
  void rates_areByTheLengthOfEachInterval() throws IOException {
    CsvColumns columns = read("start_s,end_s,transactions\n0,2,100\n2,2.5,100\n2.5,2.5,1\n");
    assertThat(columns.rate("transactions")).containsExactly(50, 200, Double.NaN);
  }

  @Test
  void whatIsLeftAfterTheLastWholeInterval_isPartOfIt() throws IOException {
    String head = "start_s,end_s,transactions,response_max_ms\n0,1,300,5\n1,2,300,5\n";
    CsvColumns columns = read(head + "2,2.015,18,9\n").withoutSliver();
    assertThat(columns.column("end_s")).containsExactly(1, 2.015);
    assertThat(columns.column("transactions")).containsExactly(300, 318);
    assertThat(columns.column("response_max_ms")).containsExactly(5, 9);
    assertThat(read(head + "2,2.5,18,9\n").withoutSliver().size()).isEqualTo(3);
    assertThat(read("start_s,end_s\n0,0.01\n").withoutSliver().size()).isEqualTo(1);
    assertThat(CsvColumns.read(directory.resolve("none")).withoutSliver().size()).isZero();
  }

  @Test
  void mergedNeighbours_keepSumsAndExtremes() throws IOException {
    StringBuilder text =
        new StringBuilder(
            "start_s,end_s,transactions,response_max_ms,lowest_slot_transactions_per_s\n");
    for (int i = 0; i < 1001; i++) {
      text.append(i).append(',').append(i + 1).append(",3,");
      text.append(i == 500 ? 99 : 1).append(',').append(i == 700 ? 0 : 30).append('\n');
    }
    CsvColumns all = read(text.toString());
    CsvColumns fewer = all.merged(all.merging(1000));
    assertThat(fewer.size()).isEqualTo(501);
    assertThat(fewer.sum("transactions")).isEqualTo(3003);
    assertThat(Arrays.stream(fewer.column("response_max_ms")).max()).hasValue(99);
    assertThat(Arrays.stream(fewer.column("lowest_slot_transactions_per_s")).min()).hasValue(0);
    assertThat(fewer.column("start_s")).startsWith(0, 2).endsWith(1000);
    assertThat(fewer.rate("transactions")).containsOnly(3);
  }
}
