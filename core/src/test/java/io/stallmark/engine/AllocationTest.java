package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stallmark.engine.arrival.ArrivalTimer;
import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.engine.arrival.ClosedArrivals;
import io.stallmark.engine.arrival.PacedArrivals;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.record.RunRecorder;
import io.stallmark.spi.workload.Slice;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Between two operations the engine allocates nothing, all recording on. */
final class AllocationTest {

  private static final int TRANSACTIONS = 50_000;

  /** The next one has histograms of its own. */
  private static final long LONGER_THAN_THE_TEST = 600_000_000_000L;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void clientLoop_allocatesNothing_closedAndOpenLoop(boolean kindsOfTransaction) throws Exception {
    Pacing.OpenLoop open = new Pacing.OpenLoop(1e9, Pacing.Distribution.POISSON);
    Pacing.OpenLoop ramps =
        new Pacing.OpenLoop(
            new RateSchedule(List.of(new RateSchedule.Segment(1000, 1e9, 2e9)), 1e9),
            Pacing.Distribution.POISSON);
    RunPlan plan = Plans.of(1, 0, 0, 0, open, 1, LONGER_THAN_THE_TEST, 0);
    ScriptedDatabase database = new ScriptedDatabase(drawn -> {});
    if (kindsOfTransaction) {
      database.kinds("look", "change");
    }
    OperationKinds kinds = new OperationKinds(database.roles(), true);
    RunRecorder recorder = new RunRecorder(kinds.list(), 1, plan.interval(), interval -> {});
    long begin = Clock.SYSTEM.now();
    recorder.begin(begin);
    Slice slice = Slice.of(0, 1, 1);
    ClientLoop loop =
        new ClientLoop(
            plan,
            Clock.SYSTEM,
            new RunControl(plan, new StopFlag()),
            new ClientLoop.RoleClients(
                0, kinds.firstTransactionKind(0), kindsOfTransaction ? 2 : 0),
            slice,
            recorder.client(0),
            recorder.errors(),
            OperationKinds.NONE,
            () -> {
              TimedSession session =
                  new TimedSession(database.session(), kinds, recorder.client(0), Clock.SYSTEM);
              return new ClientLoop.Connected(session, List.of(database.client(session, slice)));
            });
    ArrivalTimer timer = new ArrivalTimer(Clock.SYSTEM, () -> false, begin, begin, 2);
    for (Arrivals arrivals :
        new Arrivals[] {
          new ClosedArrivals(plan, 0, timer, begin),
          new PacedArrivals(plan, Share.WHOLE, 0, open, timer, begin, begin),
          new PacedArrivals(plan, Share.WHOLE, 0, ramps, timer, begin, begin)
        }) {
      run(loop, arrivals); // classes and histograms are made at first use
      long before = allocated();
      run(loop, arrivals);
      assertThat(allocated() - before).isLessThan(TRANSACTIONS / 10); // a constant, not per step
    }
  }

  private static void run(ClientLoop loop, Arrivals arrivals) {
    for (int i = 0; i < TRANSACTIONS; i++) {
      loop.step(arrivals);
    }
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
