package io.stallmark.analysis.cost.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.server.Usage.Resource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's files of a control group, as they stood on machines with either version. */
final class CgroupProbeTest {

  private static final int PID = 4711;

  @TempDir private Path root;

  private void file(String path, String content) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @Test
  void version2_hasOneGroupWithAll_andALineForEachDevice() throws Exception {
    file("proc/4711/cgroup", "0::/system.slice/docker-4bcf.scope\n");
    String group = "sys/fs/cgroup/system.slice/docker-4bcf.scope/";
    file(group + "cpu.stat", "usage_usec 2500\nuser_usec 2000\nsystem_usec 500\n");
    file(
        group + "io.stat",
        """
        254:0 rbytes=4096 wbytes=8192 rios=1 wios=2 dbytes=0 dios=0
        254:16 rbytes=1000 wbytes=1 rios=10 wios=20 dbytes=0 dios=0
        """);
    assertThat(CgroupProbe.of(root, PID).orElseThrow().read().counts())
        .isEqualTo(
            Map.of(
                Resource.CPU_NANOS, 2_500_000L,
                Resource.READ_BYTES, 5096L,
                Resource.WRITTEN_BYTES, 8193L,
                Resource.READS, 11L,
                Resource.WRITES, 22L));
  }

  @Test
  void version1_hasAGroupForEachController() throws Exception {
    file("proc/4711/cgroup", "7:blkio:/docker/4bcf\n2:cpuacct:/docker/4bcf\n0::/docker/4bcf\n");
    file("sys/fs/cgroup/cpuacct/docker/4bcf/cpuacct.usage", "687175806\n");
    String blkio = "sys/fs/cgroup/blkio/docker/4bcf/blkio.throttle.";
    file(
        blkio + "io_service_bytes_recursive",
        "8:0 Read 4096\n8:0 Write 512\n8:0 Sync 512\n8:0 Total 4608\nTotal 4608\n");
    file(blkio + "io_serviced_recursive", "8:0 Read 3\n8:0 Write 4\nTotal 7\n");
    assertThat(CgroupProbe.of(root, PID).orElseThrow().read().counts())
        .isEqualTo(
            Map.of(
                Resource.CPU_NANOS, 687_175_806L,
                Resource.READ_BYTES, 4096L,
                Resource.WRITTEN_BYTES, 512L,
                Resource.READS, 3L,
                Resource.WRITES, 4L));
  }

  @Test
  void whereNoDeviceIsCounted_readsAndWritesAreUnknownAndNot0() throws Exception {
    file("proc/4711/cgroup", "7:blkio:/docker/4bcf\n2:cpuacct:/docker/4bcf\n");
    file("sys/fs/cgroup/cpuacct/docker/4bcf/cpuacct.usage", "5\n");
    file("sys/fs/cgroup/blkio/docker/4bcf/blkio.throttle.io_service_bytes_recursive", "Total 0\n");
    assertThat(CgroupProbe.of(root, PID).orElseThrow().read().counts())
        .isEqualTo(Map.of(Resource.CPU_NANOS, 5L));
  }

  @Test
  void theGroupOfTheWholeMachine_isNobodys() throws Exception {
    file("proc/4711/cgroup", "0::/\n");
    file("sys/fs/cgroup/cpu.stat", "usage_usec 2500\n");
    assertThat(CgroupProbe.of(root, PID)).isEmpty();
  }
}
