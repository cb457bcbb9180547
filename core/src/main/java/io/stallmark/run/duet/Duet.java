package io.stallmark.run.duet;

import io.stallmark.analysis.cost.probe.ProcessFamily;
import io.stallmark.analysis.duet.DuetSeconds;
import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.analysis.duet.WidthRule;
import io.stallmark.plan.Registry;
import io.stallmark.record.Kind;
import io.stallmark.result.RunDocument;
import io.stallmark.run.Benchmark;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunHandle;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunFindings;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Two runs in one process, whose clients start at the same time and whose intervals have the same
 * bounds. Client i of one side draws the operations of client i of the other side, because both
 * have the same seed. A side that fails ends the other one too. Used once.
 */
public final class Duet {

  private final Registry registry;
  private final @Nullable WidthRule until;
  private final DuetSeconds seconds = new DuetSeconds();
  private final CommonStart start = new CommonStart();
  private final RunHandle handle = new RunHandle();
  private ProcessFamily servers = ProcessFamily.NONE;
  private @Nullable Side failed;

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
   * @param failed side that failed first; null: none did
   */
  public record Outcome(End a, End b, @Nullable Side failed, DuetSeconds seconds) {}

  /**
   * Creates a duet.
   *
   * @param until when the duet ends before its time; null: never
   */
  public Duet(Registry registry, @Nullable WidthRule until) {
    this.registry = registry;
    this.until = until;
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
      return new Outcome(first, second.get(), failed(), seconds);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private End side(Side side, Part part) {
    End end;
    try {
      LoadGenerator.Factory generators =
          (context, server) -> LoadGenerator.inThisProcess(start).of(context, ofBothSides(server));
      end =
          new End(
              new Benchmark(registry, part.credentials, generators)
                  .run(part.job, handle, part.observer, new Pairing(side)),
              null);
    } catch (Exception | Error e) {
      end = new End(RunReport.of(e), e);
    }
    if (end.report.exit() != RunReport.Exit.WELL) {
      fail(side);
    }
    return end;
  }

  /** Returns the processes of both servers, neither of which is a third party to the other side. */
  private ProcessFamily ofBothSides(ProcessFamily server) {
    synchronized (this) {
      servers = servers.and(server);
    }
    start.await();
    synchronized (this) {
      return servers;
    }
  }

  private synchronized void fail(Side side) {
    failed = failed == null ? side : failed;
    handle.stop();
    start.abandon();
  }

  private synchronized @Nullable Side failed() {
    return failed;
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
      seconds.add(side, live.interval(), kinds, length);
      if (until != null && seconds.reaches(until)) {
        start.end();
      }
    }
  }
}
