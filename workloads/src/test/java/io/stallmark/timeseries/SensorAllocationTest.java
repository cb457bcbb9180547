package io.stallmark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SensorAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "values=uniform",
        "values=pareto",
        "value-type=real",
        "read-share=0.5",
        "batch-shape=sensor",
        "layout=hash-prefixed"
      })
  void transactionAllocatesNothing(String setting) throws Exception {
    Client client =
        TimeseriesGiven.scenario(setting)
            .roles()
            .get(0)
            .clients()
            .client(new Silent(), Slice.of(0, 1, 1));
    transactions(client);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    transactions(client);

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }

  private static void transactions(Client client) throws DbException {
    for (int i = 0; i < 200; i++) {
      client.transaction();
    }
  }

  /** Takes everything and does nothing, without allocation. */
  private static final class Silent implements Session {
    @Override
    public Statement prepare(Op op) {
      return (args, sink) -> 0;
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
