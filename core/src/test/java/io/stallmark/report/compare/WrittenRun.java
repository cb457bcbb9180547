package io.stallmark.report.compare;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The directory of a run with a rate and a response time, to be changed by a test. */
public final class WrittenRun {

  private static final int INTERVALS = 12;

  public final Path path;
  public final ObjectNode json = new JsonMapper().createObjectNode();

  public WrittenRun(Path path) {
    this.path = path;
    json.put("state", "completed").put("reason", "").put("startedAt", "2026-11-20T12:00:00Z");
    json.put("workload", "tiny").put("binding", "memory").put("seed", 7);
    json.putObject("spec").put("threads", 4).put("pacing", "closed");
    json.putObject("database").put("server", "Memory 1").put("data", "/tmp/" + path.getFileName());
    json.putObject("summary").put("elapsedNanoseconds", INTERVALS * 1_000_000_000L);
  }

  /**
   * Writes it.
   *
   * @param perSecond the mean rate; clients wait for what they do, so times go the other way
   */
  public WrittenRun write(double perSecond, long seed) {
    Random random = new Random(seed);
    StringBuilder rows =
        new StringBuilder("start_s,end_s,transactions,statements,rows,retries,failures\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(bytes);
    log.outputLogFormatVersion();
    log.outputLegend();
    double total = 0;
    Histogram all = new Histogram(3);
    for (int i = 0; i < INTERVALS; i++) {
      long count = Math.round(perSecond * (1 + 0.01 * random.nextGaussian()));
      total += count;
      rows.append(i + "," + (i + 1) + "," + count + "," + 2 * count + "," + 3 * count + ",0,0\n");
      Histogram histogram = new Histogram(3);
      for (int n = 0; n < count; n++) {
        histogram.recordValue((long) (4e9 / perSecond * Math.exp(0.1 * random.nextGaussian())));
      }
      all.add(histogram);
      for (String tag : new String[] {"transaction.response", "transaction.service"}) {
        histogram.setTag(tag);
        log.outputIntervalHistogram(i, i + 1, histogram, 1e6);
      }
    }
    ObjectNode summary = json.withObject("/summary");
    summary.put("transactions", (long) total).put("statements", (long) (2 * total));
    summary.put("transactionsPerSecond", total / INTERVALS);
    summary.put("statementsPerSecond", 2 * total / INTERVALS);
    summary.put("rowsReadPerSecond", 3 * total / INTERVALS);
    ObjectNode kind = summary.withObject("/kinds/transaction");
    kind.put("category", "transaction").put("count", (long) total);
    for (String clock : new String[] {"responseNanoseconds", "serviceNanoseconds"}) {
      kind.putObject(clock)
          .put("mean", all.getMean())
          .put("p50", all.getValueAtPercentile(50))
          .put("p95", all.getValueAtPercentile(95))
          .put("p99", all.getValueAtPercentile(99))
          .put("p999", all.getValueAtPercentile(99.9))
          .put("max", all.getMaxValue());
    }
    file("intervals.csv", rows.toString());
    file("stalls.csv", "start_s,length_s\n");
    file("dips.csv", "start_s,length_s\n");
    file("trust.csv", "start_s,end_s,generator_bound\n");
    file("latency.hlog", bytes.toString(StandardCharsets.UTF_8));
    return file("run.json", json.toString());
  }

  public WrittenRun file(String name, String text) {
    try {
      Files.createDirectories(path);
      Files.writeString(path.resolve(name), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
