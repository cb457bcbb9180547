package io.stallmark.it.servers.cost;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.DSYNC;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.nio.file.ExtendedOpenOption;
import io.stallmark.analysis.cost.probe.NodeExporterProbe;
import io.stallmark.it.KernelCounters;
import io.stallmark.it.Prometheus;
import io.stallmark.it.RealTime;
import io.stallmark.it.ReservedPort;
import io.stallmark.spec.NodeExporter;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real node exporter of this machine, beside what the kernel says of the same load. */
@RealTime
@Prometheus.Needed
final class NodeExporterIT {

  private static final int MEGABYTE = 1 << 20;
  private static final int MEGABYTES = 128;
  private static final long TICK = 10_000_000; // of /proc/stat, nanoseconds: USER_HZ is 100

  /** What {@link #load} makes at the least; other traffic of the network is counted as it comes. */
  private static final Map<Resource, Long> LOAD =
      Map.of(
          Resource.READS,
          (long) MEGABYTES,
          Resource.WRITES,
          (long) MEGABYTES,
          Resource.READ_BYTES,
          (long) MEGABYTES * MEGABYTE,
          Resource.WRITTEN_BYTES,
          (long) MEGABYTES * MEGABYTE,
          Resource.DISK_BUSY_NANOS,
          TimeUnit.MILLISECONDS.toNanos(10),
          Resource.CPU_NANOS,
          TimeUnit.SECONDS.toNanos(1));

  /** The exporter has each processor's ticks in five modes apart, and seconds as fractions. */
  private static final Map<Resource, Long> SLACK =
      Map.of(
          Resource.CPU_NANOS,
          5 * TICK * Runtime.getRuntime().availableProcessors(),
          Resource.DISK_BUSY_NANOS,
          1000L);

  /** What an exporter of a machine counts: all but what only a database knows. */
  private static final Set<Resource> COUNTED =
      EnumSet.complementOf(EnumSet.of(Resource.PAGE_REQUESTS));

  @TempDir Path directory;

  @Test
  void itsPage_saysOfAKnownLoadWhatTheKernelSays() throws Exception {
    ReservedPort port = new ReservedPort();
    Path log = directory.resolve("exporter.log");
    Process exporter =
        new ProcessBuilder(
                "prometheus-node-exporter",
                "--web.listen-address=" + port,
                "--collector.disable-defaults",
                "--collector.cpu",
                "--collector.diskstats",
                "--collector.netdev")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try (NodeExporterProbe gauge = new NodeExporterProbe(NodeExporter.parse(port.toString()))) {
      Awaitility.await().forever().until(() -> answers(gauge, exporter, log));
      Map<Resource, Long> beginning = kernel();
      Usage first = gauge.read();
      Map<Resource, Long> before = kernel();
      load();
      Map<Resource, Long> loaded = kernel();
      Usage last = gauge.read();
      Map<Resource, Long> after = kernel();
      assertThat(last.counts().keySet()).isEqualTo(COUNTED);
      for (Resource resource : COUNTED) {
        long start = first.of(resource).orElseThrow();
        long end = last.of(resource).orElseThrow();
        long slack = SLACK.getOrDefault(resource, 0L);
        assertThat(start)
            .as("%s, before the load", resource)
            .isBetween(beginning.get(resource) - slack, before.get(resource) + slack);
        assertThat(end)
            .as("%s, after the load", resource)
            .isBetween(loaded.get(resource) - slack, after.get(resource) + slack);
        assertThat(loaded.get(resource) - before.get(resource))
            .as("%s, by the kernel", resource)
            .isGreaterThanOrEqualTo(LOAD.getOrDefault(resource, 0L));
      }
    } finally {
      exporter.destroy();
      port.close();
    }
  }

  private static boolean answers(NodeExporterProbe gauge, Process exporter, Path log)
      throws IOException {
    assertThat(exporter.isAlive()).as(() -> "alive: " + text(log)).isTrue();
    try {
      return !gauge.read().counts().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Since the machine started, of all its disks, interfaces and processors. */
  private static Map<Resource, Long> kernel() throws IOException {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    for (Path disk : real("/sys/block")) {
      KernelCounters.disk(disk.getFileName().toString())
          .forEach((resource, count) -> counts.merge(resource, count, Long::sum));
    }
    counts.put(Resource.RECEIVED_BYTES, 0L);
    counts.put(Resource.SENT_BYTES, 0L);
    for (Path network : real("/sys/class/net")) {
      counts.merge(Resource.RECEIVED_BYTES, number(network, "statistics/rx_bytes"), Long::sum);
      counts.merge(Resource.SENT_BYTES, number(network, "statistics/tx_bytes"), Long::sum);
    }
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

  /** Those that are hardware to the kernel: they lead to the driver's device. */
  private static List<Path> real(String directory) throws IOException {
    try (Stream<Path> all = Files.list(Path.of(directory))) {
      return all.filter(one -> Files.exists(one.resolve("device"))).toList();
    }
  }

  private static long number(Path directory, String file) throws IOException {
    return Long.parseLong(Files.readString(directory.resolve(file)).strip());
  }

  /** Bytes that reach the disk and come from it, and a second of two processors. */
  private void load() throws Exception {
    Thread spinning = new Thread(NodeExporterIT::spin);
    spinning.start();
    Path path = directory.resolve("load");
    ByteBuffer buffer = ByteBuffer.allocateDirect(2 * MEGABYTE).alignedSlice(MEGABYTE);
    // Each by itself: how many the kernel makes one request of is its own affair.
    try (FileChannel file = FileChannel.open(path, CREATE, WRITE, DSYNC)) {
      for (int i = 0; i < MEGABYTES; i++) {
        file.write(buffer.clear().limit(MEGABYTE));
      }
    }
    try (FileChannel file = FileChannel.open(path, READ, ExtendedOpenOption.DIRECT)) {
      while (file.read(buffer.clear().limit(MEGABYTE)) > 0) {
        // to the end
      }
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
