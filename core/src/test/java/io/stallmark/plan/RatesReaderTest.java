package io.stallmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RatesReaderTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir Path directory;

  private RateSchedule read(String text) throws IOException, SpecException {
    Path file = Files.writeString(directory.resolve("rates.csv"), text);
    return RatesReader.read(Path.of("rates.csv"), file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100                        | 100                        | 0     | 1000",
        "100@10s, 200               | 100@10s,200                | 10    | 1000",
        "100@5s,0@2500ms,1k@1m      | 100@5s,0@2.5s,1000@60s     | 67.5  | 3000",
        "0..100@10s                 | 0..100@10s                 | 10    | 500",
        "100..0@4s,50               | 100..0@4s,50               | 4     | 500",
      })
  void schedule_isReadAndWritten(String text, String written, double length, double arrivals)
      throws SpecException {
    RateSchedule rates = RatesReader.parse(text);
    assertThat(rates.text()).isEqualTo(written);
    assertThat(RatesReader.parse(written)).isEqualTo(rates);
    assertThat(rates.length()).isEqualTo((long) (length * SECOND));
    assertThat(rates.arrivals(10 * SECOND)).isEqualTo(arrivals);
  }

  @Test
  void file_holdsEachRateUntilTheNextLine_andTheLastAsLong() throws Exception {
    assertThat(read("# from production\nsecond,rate\n0,10\n\n5;20\n7\t0.5\n").text())
        .isEqualTo("10@5s,20@2s,0.5@2s");
    assertThat(read("0,300\n")).isEqualTo(RateSchedule.constant(300));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,10        | rates.csv, line 1: the first second must be 0, not 1",
        "0,10;5,x    | rates.csv, line 2: 'x' is not a number",
        "0,10;5,1;5,2| rates.csv, line 3: second 5 is not after the one before",
        "0,10,3      | rates.csv, line 1: takes lines such as 10,250: second, rate",
        "second,rate | rates.csv takes lines such as 10,250: second, rate",
        "0,0;1,0     | rates.csv: a schedule must have a rate above 0",
        "0,2M        | rates.csv, line 1: a rate must be within 0 and 1M, not 2M",
      })
  void fault_isSaidWithItsLine(String lines, String complaint) {
    assertThatThrownBy(() -> read(lines.replace(";", "\n")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(complaint);
  }
}
