package io.stallmark.run.duet;

import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.analysis.cost.probe.ServerFamilies;
import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetSeconds;
import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.analysis.duet.DuetSlices;
import io.stallmark.analysis.duet.DuetTurns;
import io.stallmark.analysis.duet.IntervalPairs;
import io.stallmark.analysis.duet.PairedCosts;
import io.stallmark.analysis.duet.ServedSides;
import io.stallmark.analysis.duet.WidthRule;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.Registry;
import io.stallmark.record.Kind;
import io.stallmark.result.RunDocument;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.run.Benchmark;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunHandle;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.tables.RemoteLoaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Two runs at once, whose clients start at the same time, or take turns, and whose intervals have
 * the same bounds. Client i of one side draws the operations of client i of the other side, because
 * both have the same seed. A side that cannot be measured to its end ends the other one too. Used
 * once.
 */
public final class Duet {

  /** Number of pairs of intervals or slices that an interval of the difference needs. */
  public static final int FEWEST_PAIRS = 20;

  /** What needs them. */
  public static final String INTERVAL = "an interval of the difference";

  private static final int EACH = 4;

  private final Registry registry;
  private final Load load;
  private final @Nullable WidthRule until;
  private final IntervalPairs pairs;
  private final PairedCosts costs = new PairedCosts();
  private final ServedSides served = new ServedSides();
  private final @Nullable Turns turns;
  private final CommonStart start = new CommonStart();
  private final RunHandle handle = new RunHandle();
  private final ServerFamilies servers = new ServerFamilies();
  private final Consumer<DuetLook> looked;
  private int looks;
  private @Nullable Side failed;
  private @Nullable DbException refusal; // of a setting, during the measurement

  /** Finds where the load of a side is generated. */
  @FunctionalInterface
  public interface Load {
    LoadGenerator.Factory of(StartSignal signal);
  }

  /**
   * What a side does.
   *
   * @param observer receives the events of the run, on its thread
   */
  public record Part(RunJob job, Credentials credentials, RunObserver observer) {}

  /**
   * The end of a side.
   *
   * @param cause exception that ended it; null: none did
   */
  public record End(RunReport report, @Nullable Throwable cause) {}

  /**
   * The outcome.
   *
   * @param failed side that was not measured to its end first; null: both were, so that they can be
   *     compared, but a report may still have a failure, such as a missed limit
   * @param estimates estimates that have an interval, by the id of the metric
   * @param unlike sentence about what the generator did for one side only; empty: nothing
   * @param turns what is known of the turns; null: both sides had the same time
   */
  public record Outcome(
      End a,
      End b,
      @Nullable Side failed,
      DuetSeconds seconds,
      Map<String, PairedEstimate> estimates,
      Optional<String> unlike,
      @Nullable DuetTurns turns) {}

  /**
   * Creates a duet.
   *
   * @param load where both sides are generated; in this process if they take turns
   * @param until when the duet ends before its time; null: never
   * @param slices number of pairs of slices if the sides take turns, each after the {@code before}
   *     statements of its run; 0: both have the same time
   * @param looked told from time to time what is known of the throughput
   */
  public Duet(
      Registry registry,
      Load load,
      @Nullable WidthRule until,
      long slices,
      Consumer<DuetLook> looked) {
    this.looked = looked;
    this.registry = registry;
    this.load = load;
    this.until = until;
    if (slices == 0) {
      pairs = new DuetSeconds();
      turns = null;
    } else {
      DuetSlices counted = new DuetSlices();
      pairs = counted;
      turns = new Turns(slices, counted, start, handle::isStopped, this::refused);
    }
  }

  /**
   * Executes both runs. Side B is loaded after side A, so that each load has the machine to itself.
   *
   * @throws InterruptedException if the calling thread was interrupted
   */
  public Outcome run(Part a, Part b) throws InterruptedException {
    FutureTask<End> second = new FutureTask<>(() -> side(Side.B, b));
    new Thread(second, "duet-b").start();
    End first = side(Side.A, a);
    try {
      return outcome(first, second.get());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized Outcome outcome(End a, End b) {
    boolean first = failed == Side.A;
    DbException cause = refusal;
    End refused = cause == null ? first ? a : b : new End(RunReport.of(cause), cause);
    Map<String, PairedEstimate> estimates = new LinkedHashMap<>(pairs.seconds().estimates());
    estimates.putAll(costs.estimates());
    return new Outcome(
        first ? refused : a,
        first ? b : refused,
        failed,
        pairs.seconds(),
        estimates,
        served.finding(),
        turns == null ? null : turns.known());
  }

  /** Ends the duet, because a setting cannot be made. */
  private synchronized void refused(Side side, DbException cause) {
    if (failed == null) {
      refusal = cause;
      fail(side);
    }
  }

  private End side(Side side, Part part) {
    End end;
    try {
      end =
          new End(
              new Benchmark(registry, part.credentials, new Generators(side))
                  .run(part.job, handle, part.observer, new Pairing(side)),
              null);
    } catch (Exception | Error e) {
      end = new End(RunReport.of(e), e);
    }
    if (!end.report.complete()) {
      fail(side);
    } else if (turns != null) {
      start.end(); // the other side would have turns without an opponent
    }
    return end;
  }

  /** Generates the load of a side. */
  private final class Generators implements LoadGenerator.Factory {

    private final Side side;
    private final SideSignal together;

    Generators(Side side) {
      this.side = side;
      together = new SideSignal(start, side);
    }

    @Override
    public void check(RunJob job) throws SpecException {
      load.of(together).check(job);
    }

    @Override
    public @Nullable RemoteLoaders loaders(BenchmarkContext context) {
      return load.of(together).loaders(context);
    }

    @Override
    public LoadGenerator of(BenchmarkContext context, ProcessFamily server)
        throws SpecException, DbException, InterruptedException {
      StartSignal signal = turns == null ? together : turns.ready(side, context);
      servers.add(server);
      start.await(); // for the other side's, which is no third party
      return load.of(signal).of(context, servers.get());
    }

    @Override
    public Clock clock() {
      return turns == null ? Clock.SYSTEM : turns.clock(side);
    }
  }

  /** Tells each {@value #EACH}th look. */
  private synchronized void look() {
    List<DuetLook> all = pairs.seconds().looks();
    if (all.size() >= looks + EACH) {
      looks = all.size();
      looked.accept(all.get(looks - 1));
    }
  }

  private synchronized void fail(Side side) {
    failed = failed == null ? side : failed;
    handle.stop();
    start.abandon();
  }

  /** Keeps a side in step with the other one, and pairs their intervals. */
  private final class Pairing implements RunObserver {

    private final Side side;
    private List<Kind> kinds = List.of();
    private long length;

    Pairing(Side side) {
      this.side = side;
    }

    @Override
    public void phase(Phase phase) {
      if (phase == Phase.LOADING && side == Side.B) {
        start.await(); // for the load of A
      }
    }

    @Override
    public void prepared(RunJob job, RunFindings findings, RunDocument document) {
      kinds = findings.kinds();
      length = job.plan().interval();
      if (side == Side.A) {
        start.await(); // lets B load
      }
      start.await();
    }

    @Override
    public void interval(LiveInterval live) {
      pairs.add(side, live.interval(), kinds, length);
      if (turns == null
          || Math.floorMod(live.interval().start() / length, DuetSlices.INTERVALS) > 0) {
        served.add(side, live.health()); // else it contains the turn of the other side
      }
      if (until != null && pairs.reaches(until)) {
        start.end();
      }
      look();
    }

    @Override
    public void stall(StallSummary stall) {
      pairs.stalled(side, stall.startSeconds(), stall.startSeconds() + stall.lengthSeconds());
    }

    @Override
    public void cost(CostRow row) {
      costs.add(side, row);
    }
  }
}
