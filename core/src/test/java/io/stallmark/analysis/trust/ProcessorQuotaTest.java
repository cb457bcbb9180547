package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessorQuotaTest {

  @TempDir Path root;

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private double usable(int whole) {
    return new ProcessorQuota(root).usable(whole);
  }

  @Test
  void periodsInWhichTheQuotaWasUsedUp_areCountedInEveryVersion() throws IOException {
    file("proc/self/cgroup", "2:cpu,cpuacct:/a\n0::/b");
    file("sys/fs/cgroup/cpu,cpuacct/a/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_time 9");
    file("sys/fs/cgroup/unified/b/cpu.stat", "usage_usec 5\nnr_periods 20\nnr_throttled 1");
    ProcessorQuota quota = new ProcessorQuota(root);
    assertThat(quota.periods()).isEqualTo(27);
    assertThat(quota.throttledPeriods()).isEqualTo(4);
  }

  @Test
  void aQuotaOfAProcessorAndAHalf_isNotTwo() throws IOException {
    file("proc/self/cgroup", "0::/a/b");
    file("sys/fs/cgroup/a/b/cpu.max", "150000 100000");
    assertThat(usable(2)).isEqualTo(1.5);
  }

  @Test
  void aGroupAbove_limitsToo_andNoneIsNoLimit() throws IOException {
    file("proc/self/cgroup", "0::/a/b");
    file("sys/fs/cgroup/a/b/cpu.max", "max 100000");
    assertThat(usable(4)).isEqualTo(4);
    file("sys/fs/cgroup/a/cpu.max", "25000 50000");
    assertThat(usable(4)).isEqualTo(0.5);
  }

  @Test
  void aContainerOfVersion1_hasItsGroupWhereTheControllerIsMounted() throws IOException {
    file("proc/self/cgroup", "4:memory:/docker/1f\n2:cpu,cpuacct:/docker/1f");
    file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "250000");
    file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
    assertThat(usable(3)).isEqualTo(2.5);
    file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1");
    assertThat(usable(3)).isEqualTo(3);
  }

  @Test
  void fewerProcessorsThanTheQuota_areAllThereAre() throws IOException {
    file("proc/self/cgroup", "0::/");
    file("sys/fs/cgroup/cpu.max", "800000 100000");
    assertThat(usable(2)).isEqualTo(2);
  }

  @Test
  void whereNothingIsKnown_javaIsBelieved() throws IOException {
    assertThat(usable(2)).isEqualTo(2);
    file("proc/self/cgroup", "strange");
    assertThat(usable(2)).isEqualTo(2);
  }
}
