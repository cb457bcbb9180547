package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.stallmark.analysis.cost.gauge.NodeGauge;
import io.stallmark.spec.NodeExporter;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real node exporter of this machine, beside what the kernel says of the same load. */
@Prometheus.Needed
@Timeout(60)
final class NodeExporterIT {

  private static final int MEGABYTE = 1 << 20;
  private static final int MEGABYTES = 128;
  private static final long TICK = 10_000_000; // of /proc/stat, nanoseconds: USER_HZ is 100

  @TempDir Path directory;

  @Test
  void itsPage_saysOfAKnownLoadWhatTheKernelSays() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Process exporter =
        new ProcessBuilder(
                "prometheus-node-exporter",
                "--web.listen-address=127.0.0.1:" + port,
                "--collector.disable-defaults",
                "--collector.cpu",
                "--collector.diskstats",
                "--collector.netdev")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("exporter.log").toFile())
            .start();
    try (NodeGauge gauge = new NodeGauge(NodeExporter.parse("127.0.0.1:" + port))) {
      Awaitility.await()
          .atMost(20, TimeUnit.SECONDS)
          .ignoreExceptions()
          .until(() -> !gauge.read().counts().isEmpty());
      String disk = Kernel.diskUnder(directory);
      Map<Resource, Long> kernelBefore = kernel(disk);
      Usage before = gauge.read();
      load();
      Usage after = gauge.read();
      Map<Resource, Long> kernelAfter = kernel(disk);
      Usage used = after.with(before, (a, b) -> a - b);
      assertThat(used.of(Resource.WRITTEN_BYTES).orElseThrow())
          .isGreaterThanOrEqualTo((long) MEGABYTES * MEGABYTE);
      kernelAfter.forEach(
          (resource, last) -> {
            long own = last - kernelBefore.get(resource);
            assertThat(used.of(resource).orElseThrow())
                .as("%s; the kernel: %s", resource, own)
                .isCloseTo(own, withinPercentage(CostContract.PERCENT));
          });
      assertThat(used.counts())
          .containsKeys(Resource.READS, Resource.READ_BYTES, Resource.DISK_BUSY_NANOS)
          .containsKeys(Resource.RECEIVED_BYTES, Resource.SENT_BYTES);
    } finally {
      exporter.destroy();
    }
  }

  private static Map<Resource, Long> kernel(String disk) throws IOException {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    counts.put(Resource.WRITTEN_BYTES, Kernel.disk(disk).get(Resource.WRITTEN_BYTES));
    counts.put(Resource.WRITES, Kernel.disk(disk).get(Resource.WRITES));
    String cpu = Files.readAllLines(Path.of("/proc/stat")).get(0);
    List<Long> ticks =
        Stream.of(cpu.split("\\s+")).skip(1).map(Long::valueOf).toList(); // user nice system idle …
    counts.put(
        Resource.CPU_NANOS,
        TICK
            * LongStream.of(ticks.get(0), ticks.get(1), ticks.get(2), ticks.get(5), ticks.get(6))
                .sum());
    return counts;
  }

  /** Bytes that reach the disk, and a second of two processors. */
  private void load() throws Exception {
    Thread spinning = new Thread(NodeExporterIT::spin);
    spinning.start();
    try (FileChannel file =
        FileChannel.open(
            directory.resolve("load"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.allocateDirect(MEGABYTE);
      for (int i = 0; i < MEGABYTES; i++) {
        file.write(buffer.clear());
      }
      file.force(true);
    }
    spin();
    spinning.join();
  }

  private static void spin() {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
  }
}
