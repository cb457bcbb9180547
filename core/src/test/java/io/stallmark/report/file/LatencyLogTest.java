package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.engine.RunResult;
import io.stallmark.report.Synthetic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HdrHistogram's own tools read the log, and come to the run's figures. */
final class LatencyLogTest {

  private static final double NANOS = 1;

  @TempDir Path directory;

  @Test
  void histogramLogProcessor_hasOurPercentiles() throws Exception {
    RunResult result;
    try (LatencyLog log = new LatencyLog(directory, Synthetic.KINDS)) {
      log.measuredFrom(Instant.parse("2026-11-20T12:00:00Z"));
      result =
          Synthetic.run(
              interval ->
                  log.append(
                      interval, interval.start() == 0 ? SampleHealth.bound(0) : Synthetic.CALM));
    }
    for (String tag : List.of("transaction.response", "change.service", "point_select.service")) {
      int kind =
          Synthetic.KINDS.stream()
              .map(k -> k.name())
              .toList()
              .indexOf(tag.substring(0, tag.indexOf('.')));
      Histogram own =
          tag.endsWith("response")
              ? result.totals().get(kind).response()
              : result.totals().get(kind).service();
      assertThat(processed(tag)).as(tag).endsWith(distribution(own));
    }
  }

  @Test
  void anIntervalInWhichTheGeneratorWasTheBottleneck_hasALine_thatNoChartIsScaledBy()
      throws Exception {
    try (LatencyLog log = new LatencyLog(directory, Synthetic.KINDS)) {
      log.measuredFrom(Instant.parse("2026-11-20T12:00:00Z"));
      Synthetic.run(
          interval ->
              log.append(
                  interval,
                  interval.start() == Synthetic.SECOND ? SampleHealth.bound(1) : Synthetic.CALM));
    }
    List<EncodableHistogram> flags = new ArrayList<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(directory.resolve(LatencyLog.FILE).toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        if (next.getTag().equals("generator_bound")) {
          flags.add(next);
        }
      }
      assertThat(flags).hasSize(1);
      Histogram flag = (Histogram) flags.get(0);
      assertThat(flag.getStartTimeStamp() / 1000.0 - reader.getStartTimeSec()).isEqualTo(1);
      assertThat(flag.getEndTimeStamp() - flag.getStartTimeStamp()).isEqualTo(1000);
      assertThat(flag.getTotalCount()).isEqualTo(1);
      assertThat(flag.getMaxValue()).isZero();
    }
  }

  /** What the tool prints of all intervals of a tag. */
  private String processed(String tag) throws Exception {
    Path out = directory.resolve("processed");
    String[] arguments = {
      "-i", directory.resolve(LatencyLog.FILE).toString(),
      "-o", out.toString(),
      "-tag", tag,
      "-outputValueUnitRatio", Double.toString(NANOS)
    };
    HistogramLogProcessor processor = new HistogramLogProcessor(arguments);
    processor.start();
    processor.join();
    return Files.readString(out.resolveSibling("processed.hgrm"));
  }

  private static String distribution(Histogram histogram) {
    var out = new java.io.ByteArrayOutputStream();
    histogram.outputPercentileDistribution(new java.io.PrintStream(out, true), 5, NANOS, false);
    return out.toString();
  }
}
