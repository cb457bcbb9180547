package io.stallmark.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Beside the buffers of data that is longer than any before, and a piece's own few bytes. */
  @ParameterizedTest
  @ValueSource(strings = {"random-id2=0", "random-id2=1000000"})
  void rowsAllocateNothing(String setting) throws Exception {
    Loader loader =
        LinkBenchGiven.scenario(
                "ids=60000", "max-degree=20", "batch=64", "link-data=1", "node-data=1", setting)
            .load(0, 1)
            .loader(new Silent(), Slice.of(0, 1, 1), false);
    steps(loader, 15);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      assertThat(loader.step()).isGreaterThan(2_000);
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(1_000);
  }

  private static void steps(Loader loader, int count) throws DbException {
    for (int i = 0; i < count; i++) {
      loader.step();
    }
  }

  /** Takes everything and does nothing, without allocation. */
  private static final class Silent implements Session {
    @Override
    public Statement prepare(Op op) {
      return (args, sink) -> args.rows();
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {}
  }
}
