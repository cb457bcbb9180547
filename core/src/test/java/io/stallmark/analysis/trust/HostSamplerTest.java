package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.OperatingSystemMXBean;
import io.stallmark.analysis.cost.probe.ProcessFamily;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import oshi.hardware.CentralProcessor.TickType;

/** What this process and its machine say of themselves. */
final class HostSamplerTest {

  private static final ProcessorQuota NO_QUOTA = new ProcessorQuota(Path.of("/no-such-directory"));

  /** Ticks of the system's clock by which figures of the same time may differ, nanoseconds. */
  private static final double CLOCK = 2e7;

  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Otherwise, other processes would have used what this one used before. */
  @Test
  void figuresOfTheMachine_areAsNewAsThoseOfTheProcess_alsoInShortIntervals() {
    HostSampler sampler =
        new HostSampler(GeneratorProcesses.alone("client-"), () -> ProcessFamily.NONE, NO_QUOTA);
    HostSample before = sampler.get();
    while (System.nanoTime() - before.at() < 150_000_000) {
      Thread.onSpinWait();
    }
    assertThat(sampler.get().machineCpu()).isGreaterThan(before.machineCpu());
  }

  @Test
  void aBusyThread_isSeenInOurProcessorTime() {
    ProcessFamily own = ProcessFamily.of(List.of(ProcessHandle.current().pid()));
    HostSampler sampler = new HostSampler(GeneratorProcesses.alone("client-"), () -> own, NO_QUOTA);
    long started = System.nanoTime();
    HostSample before = sampler.get();
    long looked = System.nanoTime() - started;
    long end = process.getProcessCpuTime() + 60_000_000;
    while (process.getProcessCpuTime() < end) {
      Thread.onSpinWait();
    }
    started = System.nanoTime();
    HostSample after = sampler.get();
    looked += System.nanoTime() - started;
    long last = process.getProcessCpuTime();
    double time = after.at() - before.at();
    assertThat(after.ownCpu()).isBetween((double) end, (double) last);
    assertThat(after.ownCpu() - before.ownCpu()).isGreaterThanOrEqualTo(60e6);
    assertThat(after.serverCpu() - before.serverCpu())
        .as("the same process and what other tests have started from it")
        .isGreaterThanOrEqualTo(60e6 - CLOCK);
    assertThat(
            new HostSampler(GeneratorProcesses.alone("client-"), () -> ProcessFamily.NONE, NO_QUOTA)
                .get()
                .serverCpu())
        .isNaN();
    assertThat(Math.abs(after.wallClock() - before.wallClock() - time))
        .as("both clocks are read within one look")
        .isLessThan(1e9 + looked);
    assertThat(after.gcPauses()).isGreaterThanOrEqualTo(before.gcPauses());
  }

  @Test
  void aServerThatHasEnded_saysNothing() throws IOException, InterruptedException {
    Process ended = new ProcessBuilder(java(), "-version").redirectErrorStream(true).start();
    ProcessFamily server = ProcessFamily.of(List.of(ended.pid()));
    HostSampler sampler =
        new HostSampler(GeneratorProcesses.alone("client-"), () -> server, NO_QUOTA);
    ended.waitFor();
    assertThat(sampler.get().serverCpu()).isNaN();
  }

  @Test
  void processesOfOtherAgents_areTheGeneratorToo_evenAfterTheirEnd() throws Exception {
    Process other =
        new ProcessBuilder(
                "sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo; read _")
            .start();
    ProcessFamily server = ProcessFamily.of(List.of(other.pid()));
    HostSampler sampler =
        new HostSampler(
            new GeneratorProcesses(List.of(other.pid()), "client-"), () -> server, NO_QUOTA);

    other.getInputStream().read(); // it has worked
    double alone = process.getProcessCpuTime();
    double worked = other.info().totalCpuDuration().orElseThrow().toNanos();
    HostSample sample = sampler.get();
    double both = sample.ownCpu();
    other.destroyForcibly().waitFor();

    assertThat(worked).isPositive();
    assertThat(sample.serverCpu()).isCloseTo(worked, within(CLOCK));
    assertThat(both).isGreaterThanOrEqualTo(alone + worked);
    assertThat(sampler.get().ownCpu()).isGreaterThanOrEqualTo(both);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  @Test
  void stolenTime_isNeitherUsedNorIdle() {
    long[] ticks = new long[TickType.values().length];
    ticks[TickType.USER.getIndex()] = 600;
    ticks[TickType.SOFTIRQ.getIndex()] = 40;
    ticks[TickType.IDLE.getIndex()] = 200;
    ticks[TickType.IOWAIT.getIndex()] = 60;
    ticks[TickType.STEAL.getIndex()] = 100;
    assertThat(HostSampler.times(ticks)).containsExactly(1000e6, 640e6, 100e6);
  }

  private static void thread(Path tasks, String id, String name, String schedstat)
      throws IOException {
    Path thread = Files.createDirectories(tasks.resolve(id));
    Files.writeString(thread.resolve("comm"), name + "\n");
    Files.writeString(thread.resolve("schedstat"), schedstat + "\n");
  }

  @Test
  void theRunQueue_countsClientsOnly_andThoseThatHaveEndedAsTheyWereLast(@TempDir Path self)
      throws IOException {
    Path tasks = self.resolve("task");
    RunQueueDelay queue = new RunQueueDelay(tasks, "client-");
    assertThat(queue.waited()).as("no such file").isNaN();
    Files.writeString(self.resolve("schedstat"), "9 9 9\n");
    thread(tasks, "11", "GC Thread#0", "5000 700 3");
    thread(tasks, "12", "client-0", "5000 30 3");
    thread(tasks, "13", "client-1", "5000 4 3");
    assertThat(queue.waited()).isEqualTo(34);
    thread(tasks, "13", "client-1", "5000 10 3");
    assertThat(queue.waited()).isEqualTo(40);
    for (String file : List.of("comm", "schedstat", "")) {
      Files.delete(tasks.resolve("12").resolve(file));
    }
    thread(tasks, "13", "client-1", "5000 17 3");
    assertThat(queue.waited()).isEqualTo(47);
    Files.delete(tasks.resolve("13").resolve("schedstat"));
    assertThat(queue.waited()).as("one that ends while it is looked at").isEqualTo(47);
  }
}
