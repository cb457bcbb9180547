package io.stallmark.experiment;

import io.stallmark.model.Table;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RunPlan;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.spi.workload.Scenario;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Estimated size and duration of a run.
 *
 * @param rows rows that are loaded and inserted; empty if they depend on the database's speed
 * @param bytes bytes of these rows' values, without overhead of the database
 * @param seconds duration of the run; empty: unknown before it has run on this machine
 * @param least seconds that it takes at least: warm-up and measurement without a load
 * @param basis source of {@code seconds}
 */
public record DurationEstimate(
    OptionalLong rows, OptionalLong bytes, OptionalDouble seconds, double least, Basis basis) {

  static final DurationEstimate UNKNOWN =
      new DurationEstimate(
          OptionalLong.empty(), OptionalLong.empty(), OptionalDouble.empty(), 0, Basis.NOBODY);

  private static final double NANOS = 1e9;

  /** Source of the estimated duration. */
  public enum Basis {
    NOBODY(""),
    LIMIT("limit"),
    MEASURED("measured");

    private final String word;

    Basis(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  /**
   * Estimates a run from its specification.
   *
   * @param loads whether the run loads its tables
   */
  public static DurationEstimate of(ResolvedWorkload workload, RunSpec spec, boolean loads) {
    RateSchedule rates = spec.get(RunOptions.RATE);
    double events = spec.get(RunOptions.EVENTS);
    return of(workload, events, rates, spec.duration(), spec.get(RunOptions.WARMUP), loads);
  }

  /**
   * Estimates a run from its plan.
   *
   * @param loads whether the run loads its tables
   */
  public static DurationEstimate of(ResolvedWorkload workload, RunPlan plan, boolean loads) {
    RateSchedule rates =
        plan.pacing() instanceof Pacing.OpenLoop open ? open.rates() : RateSchedule.constant(0);
    double events = plan.events();
    return of(workload, events, rates, plan.duration(), plan.warmup(), loads);
  }

  /**
   * @param events number of transactions; 0: no limit
   * @param rates arrival rates
   * @param duration length of the measurement, nanoseconds; 0: no limit
   * @param warmup length of the warm-up, nanoseconds
   */
  private static DurationEstimate of(
      ResolvedWorkload workload,
      double events,
      RateSchedule rates,
      long duration,
      long warmup,
      boolean loads) {
    double limit = duration == 0 ? Double.POSITIVE_INFINITY : duration / NANOS;
    double before = warmup / NANOS;
    double perSecond = rates.highest() > 0 ? perSecond(rates, limit) : 0;
    // infinite if perSecond is 0
    double work = events > 0 ? events / perSecond : Double.POSITIVE_INFINITY;
    double inTables = workload.rows();
    double loaded = loads ? inTables : 0;
    double measured = Math.min(limit, work) + before;
    boolean finite = Double.isFinite(measured);
    boolean known = finite && loaded == 0; // how fast this server loads is not known
    OptionalLong rows = rows(workload, loaded, events > 0 ? events : perSecond * limit);
    return new DurationEstimate(
        rows,
        rows.isEmpty()
            ? rows
            : OptionalLong.of(Math.round(rows.getAsLong() * bytesPerRow(workload, inTables))),
        known ? OptionalDouble.of(measured) : OptionalDouble.empty(),
        finite ? measured : before,
        known ? Basis.LIMIT : Basis.NOBODY);
  }

  private static double perSecond(RateSchedule rates, double limit) {
    double span = Double.isFinite(limit) ? limit : Math.max(1, rates.length() / NANOS);
    return rates.arrivals((long) (span * NANOS)) / span;
  }

  private static OptionalLong rows(ResolvedWorkload workload, double loaded, double transactions) {
    double inserted = workload.largest(Scenario::rowsPerTransaction);
    return inserted > 0 && transactions == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(loaded + inserted * transactions));
  }

  /** The same estimate with the measured duration, in seconds, of an earlier execution. */
  public DurationEstimate taking(double measured) {
    return new DurationEstimate(rows, bytes, OptionalDouble.of(measured), measured, Basis.MEASURED);
  }

  /**
   * Mean bytes per row of the loaded tables. Rows that are inserted later are assumed to be of the
   * same size.
   */
  private static double bytesPerRow(ResolvedWorkload workload, double loaded) {
    Scenario scenario = workload.scenario();
    List<Table> tables = workload.tables();
    if (tables.isEmpty()) {
      return 0; // as of a replay
    }
    return loaded == 0
        ? scenario.rowBytes(tables.get(0))
        : tables.stream().mapToDouble(t -> (double) scenario.rows(t) * scenario.rowBytes(t)).sum()
            / loaded;
  }
}
