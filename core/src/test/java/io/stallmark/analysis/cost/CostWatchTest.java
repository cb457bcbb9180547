package io.stallmark.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.record.OperationSeries;
import io.stallmark.record.RunRecorder;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Sources are read as the run goes on, and hold nobody. */
final class CostWatchTest {

  private static final long MS = 1_000_000;
  private static final long FOR_EVER = Long.MAX_VALUE;
  private static final List<Kind> KINDS =
      List.of(new Kind("transaction", Category.TRANSACTION), new Kind("look", Category.READ));

  private final BlockingQueue<CostRow> rows = new LinkedBlockingQueue<>();

  private final AtomicLong now = new AtomicLong(MS);

  /** As steady as the clock: a read every microsecond. */
  private class Steady implements ResourceProbe {
    @Override
    public CostSource source() {
      return CostSource.SERVER;
    }

    @Override
    public String what() {
      return "a steady server";
    }

    @Override
    public Usage read() throws IOException {
      return new Usage(Map.of(Resource.READS, now.get() / 1000));
    }
  }

  private CostWatch watch(ResourceProbe... probes) {
    return watch(FOR_EVER, probes);
  }

  private CostWatch watch(long patience, ResourceProbe... probes) {
    return new CostWatch(
        List.of(probes),
        rows::add,
        List.of("Mind the gap."),
        CostWatchTest::written,
        patience,
        now::get);
  }

  /** A hundred bytes in each row. */
  private static Long written(List<OperationSeries> series) {
    return 100 * series.get(1).rows();
  }

  /** Three transactions of two statements each, and the run is over. */
  private long run(CostWatch watch) throws IOException {
    return run(watch, false);
  }

  private long run(CostWatch watch, boolean bound) throws IOException {
    RunRecorder recorder =
        new RunRecorder(KINDS, 1, 100 * MS, interval -> watch.interval(interval, bound));
    long origin = now.addAndGet(20 * MS);
    recorder.begin(origin);
    ClientRecorder client = recorder.client(0);
    for (int i = 0; i < 3; i++) {
      client.start(origin, origin);
      client.statement(1, Ending.SUCCESS, origin, origin + 1, 1);
      client.statement(1, Ending.SUCCESS, origin, origin + 1, 1);
      client.success(0, origin, origin + 1);
    }
    long end = now.addAndGet(70 * MS);
    recorder.finish(end);
    watch.readFinally();
    return end - origin;
  }

  @Test
  void costIsThatOfTheMeasurement_toItsStatementsAndTransactions() throws Exception {
    CostWatch watch = watch(new Steady());
    long nanos = run(watch);
    List<SourceCost> costs = watch.finish();
    assertThat(costs).hasSize(1);
    SourceCost cost = costs.get(0);
    assertThat(cost.nanos()).isEqualTo(nanos);
    assertThat(cost.statements()).isEqualTo(6);
    assertThat(cost.transactions()).isEqualTo(3);
    long reads = cost.used().counts().get(Resource.READS);
    assertThat(reads).isEqualTo(nanos / 1000);
    assertThat(rows).singleElement().extracting(CostRow::used).isEqualTo(cost.used());
  }

  @Test
  void aRow_hasTheBytesThatWereWrittenInIt_andSaysWhenTheGeneratorWasTheBottleneck()
      throws Exception {
    CostWatch watch = watch(new Steady());
    run(watch, true);
    watch.finish();
    CostRow row = rows.take();
    assertThat(row.logicalWrittenBytes()).isEqualTo(600);
    assertThat(row.generatorBound()).isTrue();
    assertThat(row.writeAmplification()).as("the source counts no written bytes").isNull();
    Usage written = new Usage(Map.of(Resource.WRITTEN_BYTES, 1_500L));
    assertThat(
            new CostRow(CostSource.SERVER, 0, 1, 3, 6, row.logicalWrittenBytes(), true, written)
                .writeAmplification())
        .isEqualTo(2.5);
  }

  @Test
  void aSourceThatHangs_holdsNeitherTheRunNorTheOthers() throws Exception {
    CountDownLatch hung = new CountDownLatch(1);
    CountDownLatch first = new CountDownLatch(1);
    ResourceProbe hanging =
        new Steady() {
          @Override
          public CostSource source() {
            return CostSource.NODE;
          }

          @Override
          public Usage read() throws IOException {
            if (first.getCount() == 0) {
              await(hung);
            }
            first.countDown();
            return super.read();
          }
        };
    CostWatch watch = watch(1, hanging, new Steady());
    run(watch);
    CostRow own = rows.take();
    assertThat(watch.finish()).extracting(SourceCost::source).containsExactly(CostSource.SERVER);
    hung.countDown();
    assertThat(List.of(own, rows.take()))
        .extracting(CostRow::source)
        .containsExactly(CostSource.SERVER, CostSource.NODE);
  }

  @Test
  void aSourceWithNothingToSay_isLeftOutAndNoted() throws Exception {
    ResourceProbe failing =
        new Steady() {
          @Override
          public Usage read() throws IOException {
            throw new IOException("permission denied");
          }
        };
    CostWatch watch = watch(failing);
    run(watch);
    assertThat(watch.finish()).isEmpty();
    assertThat(watch.notes())
        .containsExactly("Mind the gap.", "No cost by a steady server: permission denied");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
