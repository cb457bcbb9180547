package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.RunResult;
import io.stallmark.report.Synthetic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
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
      result = Synthetic.run(log::append);
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
