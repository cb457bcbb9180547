package io.stallmark.it.servers.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.analysis.cost.probe.ResourceProbes;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.StopFlag;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.it.KernelCounters;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import io.stallmark.model.TableLayout;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Database;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import io.stallmark.spi.workload.Workload;
import io.stallmark.tables.AnswerWatch;
import io.stallmark.tables.ScenarioTables;
import io.stallmark.tables.WorkProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What sources say that a known load cost, beside what the kernel itself says. */
@RealTime
@EnabledOnOs(value = OS.LINUX, disabledReason = "the kernel's own figures are Linux's")
@SuppressWarnings("NullAway.Init")
abstract class CostContract {

  static final double PERCENT = 10;

  private static final int THREADS = 4;

  /** What is less is lost in what servers do by themselves. */
  private static final Map<Resource, Long> WORTH_COMPARING =
      Map.of(
          Resource.READS, 250L,
          Resource.READ_BYTES, 5_000_000L,
          Resource.WRITES, 1_000L,
          Resource.WRITTEN_BYTES, 1_000_000L,
          Resource.CPU_NANOS, 100_000_000L,
          Resource.RECEIVED_BYTES, 1_000_000L,
          Resource.SENT_BYTES, 1_000_000L,
          Resource.DISK_BUSY_NANOS, 100_000_000L);

  private final Registry registry = Registry.load();
  private Server server;

  /** With a small cache and without the system's, and a system call for each request. */
  abstract Server begin() throws Exception;

  /** All that a source counts: no more, and no less. */
  Set<Resource> counted(CostSource source) {
    return switch (source) {
      case SERVER -> EnumSet.complementOf(EnumSet.of(Resource.CPU_NANOS, Resource.DISK_BUSY_NANOS));
      case PROCESS -> EnumSet.of(Resource.CPU_NANOS, Resource.READ_BYTES, Resource.WRITTEN_BYTES);
      case CGROUP -> {
        Set<Resource> resources = EnumSet.copyOf(counted(CostSource.PROCESS));
        resources.addAll(Set.of(Resource.READS, Resource.WRITES));
        yield resources;
      }
      case DISK ->
          EnumSet.complementOf(
              EnumSet.of(
                  Resource.CPU_NANOS,
                  Resource.RECEIVED_BYTES,
                  Resource.SENT_BYTES,
                  Resource.PAGE_REQUESTS));
      case NODE -> EnumSet.noneOf(Resource.class);
    };
  }

  /** How far a figure may be from the kernel's, in percent. */
  double percent(CostSource source, Resource resource) {
    // A process's reads are also those of descriptors that are no files: the more, the longer it
    // takes.
    return source == CostSource.CGROUP && resource == Resource.READS ? 30 : PERCENT;
  }

  /** Whether this server's figure is another thing than the kernel's. */
  boolean differs(CostSource source, Resource resource) {
    return source == CostSource.CGROUP && resource == Resource.WRITES; // bios, not requests
  }

  private interface Load {
    void run() throws Exception;
  }

  @BeforeEach
  void start() throws Exception {
    server = begin();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void ofALoad_ofReadsFromTheDisk_andOfSingleWrites_everySourceSaysWhatTheKernelSays()
      throws Exception {
    try (Database database = open()) {
      ResolvedWorkload resolved = resolved(database, "read_write");
      check(
          database,
          Set.of(Resource.WRITTEN_BYTES, Resource.CPU_NANOS, Resource.RECEIVED_BYTES),
          () -> load(database, resolved));
    }
    restart();
    try (Database database = open()) {
      check(
          database,
          Set.of(Resource.READS, Resource.READ_BYTES, Resource.SENT_BYTES),
          () -> run(database, "point_select", 60_000));
      check(database, Set.of(Resource.WRITES), () -> run(database, "update_non_index", 4_000));
    }
  }

  private Database open() throws Exception {
    Secret password = new Secret(server.password());
    Target target = new Target(server.url(), password, null, Tls.UNSAID, THREADS);
    return registry.bindingFor(server.url()).orElseThrow().open(target);
  }

  private ResolvedWorkload resolved(Database database, String mix) throws Exception {
    Workload workload = registry.workload("sysbench").orElseThrow();
    return ResolvedWorkload.of(
        workload.scenario(
            new SettingsReader(workload).read(Map.of("tables", "2", "rows", "60k", "mix", mix)),
            1,
            database.capabilities(TableLayout.PLAIN, Map.of())),
        Map.of());
  }

  /** Waits until the server has ended what it does with loaded rows, and has counted it. */
  void settle(Server loaded) throws Exception {}

  private void load(Database database, ResolvedWorkload resolved) throws Exception {
    new ScenarioTables(
            database,
            "contract",
            resolved,
            2,
            1,
            new AnswerWatch(database, new StopFlag(), new Silent(), RunPlan.DEFAULT_PATIENCE))
        .load();
    database.size(resolved.tables(), true); // a checkpoint, where the server makes one
    settle(server);
  }

  private void run(Database database, String mix, long transactions) throws Exception {
    RunPlan plan =
        new RunPlan(
            List.of(RolePlan.only(THREADS, new Pacing.ClosedLoop())),
            0,
            transactions,
            0,
            1,
            1_000_000_000L,
            new RunPlan.Limits(0, 1_000_000L, RunPlan.DEFAULT_PATIENCE),
            List.of(),
            RunPlan.Connect.ONCE);
    ResolvedWorkload resolved = resolved(database, mix);
    RunResult result =
        new Measurement(
                plan,
                Share.WHOLE,
                resolved,
                database,
                new StopFlag(),
                Clock.SYSTEM,
                StartSignal.AT_ONCE,
                interval -> {})
            .run();
    assertThat(result.totals().get(0).successes()).isEqualTo(transactions);
  }

  /** What is in a server's own cache is not there afterwards. */
  private void restart() throws Exception {
    var docker = server.container().getDockerClient();
    docker.restartContainerCmd(server.container().getContainerId()).withTimeout(30).exec();
    server = server.at(server.ownUrl());
    server.until(
        () -> {
          open().close();
          return true;
        });
  }

  private void check(Database database, Set<Resource> resources, Load load) throws Exception {
    ResourceProbes gauges = ResourceProbes.of(database, null);
    assertThat(gauges.list())
        .extracting(ResourceProbe::source)
        .containsExactly(CostSource.SERVER, CostSource.PROCESS, CostSource.CGROUP, CostSource.DISK);
    long pid = Long.parseLong(gauges.list().get(1).what().replaceAll("\\D", ""));
    String disk =
        KernelCounters.diskUnder(Path.of("/proc/" + pid + "/root" + dataDirectory(database)));
    KernelCounters kernelBefore = KernelCounters.of(pid, disk);
    Map<CostSource, Usage> before = read(gauges);
    load.run();
    Map<CostSource, Usage> after = read(gauges);
    KernelCounters kernelAfter = KernelCounters.of(pid, disk);
    for (Resource resource : resources) {
      long own = kernelAfter.counts().get(resource) - kernelBefore.counts().get(resource);
      assertThat(own).as("%s, by the kernel", resource).isGreaterThan(least(resource));
      compare(resource, own, before, after);
    }
    kernelAfter // read around the source, so others' use of the disk is in both but for a moment
        .disk()
        .forEach(
            (resource, last) -> {
              long own = last - kernelBefore.disk().get(resource);
              assertThat(used(CostSource.DISK, resource, before, after))
                  .as("%s of %s; the kernel: %s", resource, disk, own)
                  .isBetween(own < least(resource) ? 0 : (long) ((1 - PERCENT / 100) * own), own);
            });
    gauges.list().forEach(ResourceProbe::close);
  }

  private static long least(Resource resource) {
    return WORTH_COMPARING.getOrDefault(resource, 0L);
  }

  private static String dataDirectory(Database database) throws Exception {
    return database.serverProcess().orElseThrow().dataDirectory();
  }

  private void compare(
      Resource resource, long own, Map<CostSource, Usage> before, Map<CostSource, Usage> after) {
    for (CostSource source : List.of(CostSource.SERVER, CostSource.PROCESS, CostSource.CGROUP)) {
      if (counted(source).contains(resource) && !differs(source, resource)) {
        assertThat(used(source, resource, before, after))
            .as("%s by the %s; the kernel: %s", resource, source.word(), own)
            .isCloseTo(own, withinPercentage(percent(source, resource)));
      }
    }
  }

  private static long used(
      CostSource source,
      Resource resource,
      Map<CostSource, Usage> before,
      Map<CostSource, Usage> after) {
    return after.get(source).of(resource).orElseThrow()
        - before.get(source).of(resource).orElseThrow();
  }

  private Map<CostSource, Usage> read(ResourceProbes gauges) throws IOException {
    Map<CostSource, Usage> usages = new LinkedHashMap<>();
    for (ResourceProbe gauge : gauges.list()) {
      Usage usage = gauge.read();
      assertThat(usage.counts().keySet())
          .as("what the %s counts", gauge.source().word())
          .isEqualTo(counted(gauge.source()));
      usages.put(gauge.source(), usage);
    }
    return usages;
  }

  private static final class Silent implements WorkProgress {
    @Override
    public void workStarted(String what, long rows) {}

    @Override
    public void workAdvanced(long rows) {}

    @Override
    public void workEnded() {}
  }
}
