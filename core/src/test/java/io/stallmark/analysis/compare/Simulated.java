package io.stallmark.analysis.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;

/**
 * Runs as databases give them: a rate and a response time that remember what they were (AR(1)),
 * chance within each interval, and stalls.
 */
public final class Simulated {

  private final Random random;
  private double memory = 0.5;
  private double noise = 0.05;
  private double stallsPerInterval = 0.01;
  private double slowdown = 1;
  private int intervals = 100;

  public Simulated(long seed) {
    random = new Random(seed);
  }

  /** The correlation of neighbours, and how far the rate is off its mean, as a share. */
  public Simulated varying(double correlation, double deviation) {
    memory = correlation;
    noise = deviation;
    return this;
  }

  public Simulated stalling(double perInterval) {
    stallsPerInterval = perInterval;
    return this;
  }

  /** 1.1: everything takes a tenth longer. */
  public Simulated slower(double times) {
    slowdown = times;
    return this;
  }

  public Simulated lasting(int seconds) {
    intervals = seconds;
    return this;
  }

  public RunSeries run() {
    double[] seconds = new double[intervals];
    double[] transactions = new double[intervals];
    double[] stalled = new double[intervals];
    List<Double> stalls = new ArrayList<>();
    List<Tally> latencies = new ArrayList<>();
    double off = random.nextGaussian();
    for (int i = 0; i < intervals; i++) {
      off = memory * off + Math.sqrt(1 - memory * memory) * random.nextGaussian();
      double time = slowdown * Math.exp(noise * off);
      seconds[i] = 1;
      boolean stall = random.nextDouble() < stallsPerInterval;
      stalled[i] = stall ? 0.2 + 0.8 * random.nextDouble() : 0;
      if (stall) {
        stalls.add(stalled[i]);
      }
      transactions[i] = Math.rint(100 * (1 - stalled[i]) / time);
      latencies.add(latencies((int) transactions[i], time, stalled[i]));
    }
    Map<String, double[]> columns = new HashMap<>();
    columns.put(RunSeries.SECONDS, seconds);
    columns.put(RunSeries.TRANSACTIONS, transactions);
    columns.put(RunSeries.STATEMENTS, transactions);
    columns.put(RunSeries.STALLED, stalled);
    RunSeries.Times times = RunSeries.Times.of(latencies);
    return new RunSeries(
        columns,
        Map.of(
            "transaction.response", times,
            "transaction.service", times,
            "update.response", times,
            "update.service", times),
        stalls,
        0,
        Map.of());
  }

  private Tally latencies(int count, double time, double stalled) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < count; i++) {
      histogram.recordValue((long) (time * 2e6 * Math.exp(0.4 * random.nextGaussian())));
    }
    for (int i = 0; stalled > 0 && i < 4; i++) {
      histogram.recordValue((long) (stalled * 1e9));
    }
    return Tally.of(histogram);
  }
}
