package io.stallmark.run;

import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.IntervalListener;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;

/** The samples of a recorded run, sent through a recorder again and again. */
final class Replay {

  private static final long SECOND = 1_000_000_000L;

  private final List<Kind> kinds;
  private final List<Map<String, long[]>> recorded = new ArrayList<>();

  /**
   * Reads a run.
   *
   * @param log its {@code latency.hlog}
   * @param kinds as in its {@code run.json}
   */
  Replay(Path log, List<Kind> kinds) throws FileNotFoundException {
    this.kinds = List.copyOf(kinds);
    Map<Double, Map<String, long[]>> byStart = new TreeMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      for (EncodableHistogram h = reader.nextIntervalHistogram();
          h != null;
          h = reader.nextIntervalHistogram()) {
        String tag = h.getTag();
        if (tag.endsWith(".service")) {
          byStart
              .computeIfAbsent((double) h.getStartTimeStamp(), start -> new LinkedHashMap<>())
              .put(tag.substring(0, tag.lastIndexOf('.')), samples((Histogram) h));
        }
      }
    }
    recorded.addAll(byStart.values());
  }

  private static long[] samples(Histogram histogram) {
    long[] samples = new long[Math.toIntExact(histogram.getTotalCount())];
    int next = 0;
    for (HistogramIterationValue value : histogram.recordedValues()) {
      for (long i = 0; i < value.getCountAddedInThisIterationStep(); i++) {
        samples[next++] = value.getValueIteratedTo();
      }
    }
    return samples;
  }

  /**
   * A run of so many seconds, each with the samples of one of the recorded intervals in turn.
   * Returns the recorder, which has ended.
   */
  RunRecorder run(int seconds, IntervalListener listener) throws IOException {
    RunRecorder recorder = new RunRecorder(kinds, 1, SECOND, listener);
    recorder.begin(0);
    for (int second = 0; second < seconds; second++) {
      second(recorder, second * SECOND, recorded.get(second % recorded.size()));
    }
    recorder.finish(seconds * SECOND);
    return recorder;
  }

  /** Transactions evenly over the second, each with its share of the statements. */
  private void second(RunRecorder recorder, long begin, Map<String, long[]> samples)
      throws IOException {
    ClientRecorder client = recorder.client(0);
    long[] transactions = samples.getOrDefault(kinds.get(0).name(), new long[0]);
    for (int i = 0; i < transactions.length; i++) {
      long end = begin + (i + 1) * SECOND / (transactions.length + 1);
      long start = Math.max(0, end - transactions[i]);
      client.start(start, start);
      for (int kind = 1; kind < kinds.size(); kind++) {
        long[] all = samples.getOrDefault(kinds.get(kind).name(), new long[0]);
        for (int n = share(all, i, transactions); n < share(all, i + 1, transactions); n++) {
          client.statement(kind, Ending.SUCCESS, Math.max(0, end - all[n]), end, 1);
        }
      }
      client.success(0, start, end);
      recorder.tick(end);
    }
    recorder.tick(begin + SECOND);
  }

  private static int share(long[] all, int i, long[] transactions) {
    return (int) ((long) all.length * i / transactions.length);
  }
}
