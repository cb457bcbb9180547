package io.stallmark.mysql.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.analysis.cost.probe.ResourceProbes;
import io.stallmark.mysql.Fixtures;
import io.stallmark.mysql.MySqlDialect;
import io.stallmark.spi.Database;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A server on this very machine and in no container: its process and its disk are found. */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the embedded server of the tests is built for Linux on x86-64")
final class EmbeddedCostIT {

  /** Some ticks of the kernel's clock, which rounds the times of processes. */
  private static final long TICKS = 100_000_000;

  @Test
  void itsProcessIsFound_andNoOther() throws Exception {
    String url = "embedded:mysql?buffer_pool=16M&durability=none";
    try (Database other = new MySqlDialect().open(Fixtures.target(url, null));
        Database database = new MySqlDialect().open(Fixtures.target(url, null))) {
      ResourceProbes gauges = ResourceProbes.of(database, null);
      assertThat(gauges.list())
          .extracting(ResourceProbe::source)
          .startsWith(CostSource.SERVER, CostSource.PROCESS);
      assertThat(gauges.list().get(1).what())
          .isNotEqualTo(ResourceProbes.of(other, null).list().get(1).what())
          .endsWith(", mariadbd");
      long pid = Long.parseLong(gauges.list().get(1).what().replaceAll("\\D", ""));
      long before = cpuNanos(pid);
      Usage usage = gauges.list().get(1).read();
      assertThat(usage.counts().get(Resource.CPU_NANOS))
          .isBetween(before - TICKS, cpuNanos(pid) + TICKS);
    }
  }

  private static long cpuNanos(long pid) {
    return ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow().toNanos();
  }
}
