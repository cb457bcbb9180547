package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.stallmark.analysis.cost.Gauge;
import io.stallmark.analysis.cost.Source;
import io.stallmark.analysis.cost.gauge.Gauges;
import io.stallmark.engine.Stop;
import io.stallmark.plan.Registry;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Database;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.Usage;
import io.stallmark.spi.Usage.Resource;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Workload;
import io.stallmark.tables.Progress;
import io.stallmark.tables.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What sources say that a known load cost, beside what the kernel itself says. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the kernel's own figures are Linux's")
abstract class CostContract {

  static final double PERCENT = 10;

  /** A megabyte, and a tenth of a second: what is less is lost in what servers do by themselves. */
  private static final Map<Resource, Long> WORTH_COMPARING =
      Map.of(Resource.WRITTEN_BYTES, 1_000_000L, Resource.CPU_NANOS, 100_000_000L);

  abstract List<Source> expected();

  /** How far the server's own count of the bytes that it writes may be from the kernel's. */
  double serverPercent() {
    return PERCENT;
  }

  abstract void with(Load load) throws Exception;

  interface Load {
    void run(String url, @Nullable Secret password) throws Exception;
  }

  /** The kernel's own figures of a process, read by other means than the program's. */
  private record Kernel(long writtenBytes, long cpuNanos) {
    static Kernel of(long pid) throws IOException {
      String written =
          Files.readAllLines(Path.of("/proc/" + pid + "/io")).stream()
              .filter(line -> line.startsWith("write_bytes: "))
              .findFirst()
              .orElseThrow();
      return new Kernel(
          Long.parseLong(written.split(" ")[1]),
          ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow().toNanos());
    }
  }

  @Test
  void ofABulkLoad_everySourceSaysWhatTheKernelSays() throws Exception {
    with(this::check);
  }

  private void check(String url, @Nullable Secret password) throws Exception {
    Registry registry = Registry.load();
    Target target = new Target(url, password, null, Tls.UNSAID, 4);
    try (Database database = registry.bindingFor(url).orElseThrow().open(target)) {
      Workload workload = registry.workload("sysbench").orElseThrow();
      Scenario scenario =
          workload.scenario(
              new SettingsReader(workload).read(Map.of("tables", "2", "rows", "60k")),
              1,
              database.capabilities(Map.of()));
      Gauges gauges = Gauges.of(database, null);
      assertThat(gauges.list()).extracting(Gauge::source).containsExactlyElementsOf(expected());
      long pid = Long.parseLong(gauges.list().get(1).what().replaceAll("\\D", ""));
      Kernel kernelBefore = Kernel.of(pid);
      Map<Source, Usage> before = read(gauges);
      new Tables(database, scenario, 2, 1, new Stop(), new Silent()).load();
      database.size(scenario.tables(), true); // a checkpoint, where the server makes one
      Map<Source, Usage> after = read(gauges);
      Kernel kernelAfter = Kernel.of(pid);
      Map<Resource, Long> kernel =
          Map.of(
              Resource.WRITTEN_BYTES,
              kernelAfter.writtenBytes() - kernelBefore.writtenBytes(),
              Resource.CPU_NANOS,
              kernelAfter.cpuNanos() - kernelBefore.cpuNanos());
      WORTH_COMPARING.forEach(
          (resource, least) -> assertThat(kernel.get(resource)).isGreaterThan(least));
      compare(before, after, kernel);
    }
  }

  private void compare(
      Map<Source, Usage> before, Map<Source, Usage> after, Map<Resource, Long> kernel) {
    after.forEach(
        (source, usage) ->
            kernel.forEach(
                (resource, own) -> {
                  if (source != Source.DISK && usage.of(resource).isPresent()) {
                    long used =
                        usage.of(resource).getAsLong()
                            - before.get(source).of(resource).getAsLong();
                    assertThat(used)
                        .as("%s by the %s; the kernel: %s", resource, source.word(), own)
                        .isCloseTo(
                            own,
                            withinPercentage(source == Source.SERVER ? serverPercent() : PERCENT));
                  }
                }));
  }

  private static Map<Source, Usage> read(Gauges gauges) throws IOException {
    Map<Source, Usage> usages = new LinkedHashMap<>();
    for (Gauge gauge : gauges.list()) {
      usages.put(gauge.source(), gauge.read());
    }
    return usages;
  }

  private static final class Silent implements Progress {
    @Override
    public void begin(String what, long rows) {}

    @Override
    public void advance(long rows) {}

    @Override
    public void end() {}
  }
}
