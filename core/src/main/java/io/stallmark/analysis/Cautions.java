package io.stallmark.analysis;

import io.stallmark.engine.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a reader must know before the figures of a run that is over, in whole sentences. */
public final class Cautions {

  private static final double MILLISECOND = 1e6;
  private static final double PERCENT = 100;

  /** The share of the response time from which the timer's lateness is worth a word. */
  private static final double MUCH = 0.1;

  /** Less than this, in nanoseconds, is no matter beside any server. */
  private static final long LITTLE = 10_000;

  private Cautions() {}

  public static List<String> of(RunResult result) {
    List<String> cautions = new ArrayList<>();
    if (!result.balanced()) {
      cautions.add(imbalance(result));
    }
    if (result.neverStarted() > 0) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%,d of the %,d transactions that were due (%.2f %%) never started; how long they"
                  + " waited is in no response time.",
              result.neverStarted(),
              result.scheduled(),
              PERCENT * result.neverStarted() / result.scheduled()));
    }
    Latency timer = Latency.of(result.timerLateness());
    if (timer.count() > 0) {
      Latency response = Latency.of(result.totals().get(0).response());
      if (much(timer.p50(), response.p50()) || much(timer.p99(), response.p99())) {
        cautions.add(lateness(timer, response));
      }
    }
    return List.copyOf(cautions);
  }

  /** What a result says that does not balance. */
  static String imbalance(RunResult result) {
    return String.format(
        Locale.ROOT,
        "The sums of this run do not hold, which is a defect of Stallmark; do not trust its"
            + " figures: scheduled %,d, started %,d, never started %,d, succeeded %,d, failed %,d,"
            + " in flight %,d.",
        result.scheduled(),
        result.started(),
        result.neverStarted(),
        result.succeeded(),
        result.failed(),
        result.inFlight());
  }

  private static boolean much(long lateness, long response) {
    return lateness >= LITTLE && lateness > MUCH * response;
  }

  private static String lateness(Latency timer, Latency response) {
    return String.format(
        Locale.ROOT,
        "Much of the response time is the client's own lateness in letting waiting transactions go:"
            + " %.3f of %.3f ms at the median, %.3f of %.3f ms at the 99th percentile. A client with"
            + " idle processors, or service time, is nearer to the server's.",
        timer.p50() / MILLISECOND,
        response.p50() / MILLISECOND,
        timer.p99() / MILLISECOND,
        response.p99() / MILLISECOND);
  }
}
