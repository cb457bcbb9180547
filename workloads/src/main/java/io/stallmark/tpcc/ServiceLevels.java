package io.stallmark.tpcc;

import io.stallmark.text.Text;
import io.stallmark.tpcc.transaction.RunCounts;
import io.stallmark.tpcc.transaction.TpccKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** New orders per minute, and the verdict on each kind's response times (clause 5.2.5.3). */
final class ServiceLevels {

  private static final double PERCENTILE = 90;
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private ServiceLevels() {}

  static List<String> sentences(Map<String, Histogram> kinds, double seconds, RunCounts counts) {
    List<String> all = new ArrayList<>();
    Histogram orders = kinds.get(TpccKind.NEW_ORDER.word());
    if (orders != null && seconds > 0) {
      all.add(
          Text.format(
              "%,.0f new orders per minute (derived from TPC-C, not comparable with published"
                  + " results).",
              orders.getTotalCount() * TimeUnit.MINUTES.toSeconds(1) / seconds));
    }
    for (TpccKind kind : TpccKind.values()) {
      Histogram responses = kinds.get(kind.word());
      if (responses != null && responses.getTotalCount() > 0) {
        double reached = responses.getValueAtPercentile(PERCENTILE) / NANOS;
        all.add(
            Text.format(
                "Service level of %s %s: 90 %% of the responses within %.3f s, at most %d s are allowed.",
                kind.word(), reached <= kind.limit() ? "met" : "MISSED", reached, kind.limit()));
      }
    }
    long skipped = counts.get(RunCounts.Count.SKIPPED);
    if (skipped > 0) {
      all.add(
          Text.format(
              "%,d districts had no order to deliver, in %,d deliveries.",
              skipped, counts.get(RunCounts.Count.DELIVERIES)));
    }
    return all;
  }
}
