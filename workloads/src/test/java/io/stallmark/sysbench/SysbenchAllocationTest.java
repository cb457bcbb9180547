package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Slice;
import io.stallmark.testkit.SilentSession;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SysbenchAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource(SysbenchMix.class)
  void transactionAllocatesNothing(SysbenchMix mix) throws Exception {
    Client client =
        SysbenchGiven.scenario("mix=" + Setting.word(mix))
            .roles()
            .get(0)
            .clients()
            .client(new SilentSession(), Slice.of(0, 1, 1));
    transactions(client);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    transactions(client);

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }

  private static void transactions(Client client) throws DbException {
    for (int i = 0; i < 5_000; i++) {
      client.transaction();
    }
  }

  @Test
  void loadingAllocatesNothingPerRow() throws Exception {
    Loader loader =
        SysbenchGiven.scenario("tables=1", "rows=40000")
            .load(0, 1)
            .loader(new SilentSession(), Slice.of(0, 1, 1), false);
    for (int i = 0; i < 20; i++) {
      loader.step();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 20; i++) {
      loader.step();
    }

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }
}
