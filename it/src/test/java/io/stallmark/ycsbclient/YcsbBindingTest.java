package io.stallmark.ycsbclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.plan.Registry;
import io.stallmark.run.Benchmark;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.BasicDB;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** YCSB's BasicDB and a binding in memory, loaded as a user would: by class path. */
@Timeout(60)
class YcsbBindingTest {

  private static final String MEMORY = MemoryClient.class.getName();

  /** Classes of this test, of YCSB's core, and what the core needs. */
  private static final String CLASSPATH =
      String.join(
          File.pathSeparator, jar(MemoryClient.class), jar(BasicDB.class), jar(Histogram.class));

  @TempDir Path directory;
  private String name = "";

  private static String jar(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  @BeforeEach
  void otherRecords() {
    name = UUID.randomUUID().toString();
  }

  private String url(String type, String properties) {
    return "ycsb:" + type + "?classpath=" + CLASSPATH + "&name=" + name + properties;
  }

  private RunReport run(String workload, String url, String settings, boolean verify)
      throws Exception {
    Benchmark benchmark = new Benchmark(Registry.load(), Credentials.ofPassword(""));
    RunSpec spec =
        benchmark
            .spec(
                """
                workload: %s
                url: "%s"
                settings: {%s}
                threads: 2
                events: 400
                verify: %s
                """
                    .formatted(workload, url, settings, verify))
            .to(directory);
    return benchmark.run(spec);
  }

  private RunReport run(String properties, String settings) throws Exception {
    return run("ycsb", url(MEMORY, properties), settings, true);
  }

  /** What a run that fails says to the user, before it starts or at its end. */
  private String failure(String workload, String url, String settings) throws Exception {
    try {
      RunReport report = run(workload, url, settings, false);
      assertThat(report.exit()).isNotEqualTo(Exit.WELL);
      return report.complaint();
    } catch (DbException | SpecException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
  void everyWorkload_loads_runs_andIsVerified(String workload) throws Exception {
    RunReport report = run("", "workload: " + workload + ", integrity: 'on'");
    assertThat(report.exit()).as("%s", report.complaint()).isEqualTo(Exit.WELL);
    assertThat(MemoryClient.records(name)).hasSizeGreaterThanOrEqualTo(1000);
  }

  @Test
  void missingRecord_isFound() throws Exception {
    run("", "workload: c");
    MemoryClient.records(name).remove("user8517097267634966620");
    RunReport report = run("", "workload: c, request: sequential");
    assertThat(report.exit()).isEqualTo(Exit.FAILED);
    assertThat(report.complaint()).containsAnyOf("Record 1 with the key", "fewer rows");
  }

  @ParameterizedTest
  @CsvSource({
    "read, ERROR, 20, ERROR",
    "read, exception, 20, the binding is broken",
    "read, null, 20, returned null",
    "read, NOT_FOUND, 20, fewer rows",
    "update, ERROR, 20, ERROR",
    "update, NOT_IMPLEMENTED, 0, NOT_IMPLEMENTED",
    "read, NOT_IMPLEMENTED, 3, NOT_IMPLEMENTED",
    "read, FORBIDDEN, 20, FORBIDDEN"
  })
  void failures_failTheRun(String call, String failure, int after, String words) throws Exception {
    run("", "workload: c");
    String properties = "&call=%s&failure=%s&after=%d".formatted(call, failure, after);
    assertThat(failure("ycsb", url(MEMORY, properties), "workload: a")).contains(words);
  }

  @Test
  void failedInit_isRefused() throws Exception {
    assertThat(failure("ycsb", url(MEMORY, "&call=init"), "workload: a"))
        .contains("no server here");
  }

  @Test
  void batchedWrites_succeed_andAreCounted() throws Exception {
    RunReport report = run("&call=insert&failure=BATCHED_OK&batchsize=10", "workload: a");
    assertThat(report.exit()).as("%s", report.complaint()).isEqualTo(Exit.WELL);
    assertThat(Objects.requireNonNull(report.measured()).document().toString())
        .contains("acknowledges writes before it sends them")
        .contains("The binding acknowledged 1,000 writes before it sent them");
  }

  @Test
  void outputOfTheBinding_isInItsLog() throws Exception {
    run("", "workload: a");
    assertThat(Path.of("binding.log")).content().contains("MemoryClient talks");
    Files.delete(Path.of("binding.log"));
  }

  @Test
  void otherWorkloads_areRefusedByName() throws Exception {
    assertThat(failure("sysbench", url(MEMORY, ""), "tables: 1, rows: 100, sum-ranges: 0"))
        .contains("point_select: bindings of YCSB have only reads");
  }

  @Test
  void basicDb_runs() throws Exception {
    RunReport report =
        run("ycsb", url(BasicDB.class.getName(), "&basicdb.verbose=false"), "workload: a", false);
    assertThat(report.exit()).as("%s", report.complaint()).isEqualTo(Exit.WELL);
  }

  /** Otherwise the search for the last record would not end. */
  @Test
  void basicDb_whichHasEveryRecord_takesNoInserts() throws Exception {
    String url = url(BasicDB.class.getName(), "&basicdb.verbose=false");
    assertThat(failure("ycsb", url, "workload: d")).contains("has every record");
  }

  /** What YCSB's own core loads has the keys and, with dataintegrity, the bytes of ours. */
  @Test
  void recordsOfYcsbsCore_areOurs() throws Exception {
    CoreWorkload core = core();
    MemoryClient client = client();
    for (int i = 0; i < 1000; i++) {
      assertThat(core.doInsert(client, new Object())).isTrue();
    }
    RunReport report = run("", "workload: a, integrity: 'on'");
    assertThat(report.exit()).as("%s", report.complaint()).isEqualTo(Exit.WELL);
  }

  /** YCSB's core verifies what it reads. */
  @Test
  void ourRecords_areThoseOfYcsbsCore() throws Exception {
    run("", "workload: a, integrity: 'on'");
    CoreWorkload core = core();
    MemoryClient client = client();
    for (int i = 0; i < 1000; i++) {
      core.doTransactionRead(client);
    }
    assertThat(Measurements.getMeasurements().getSummary())
        .contains("VERIFY")
        .doesNotContain(Status.UNEXPECTED_STATE.getName());
  }

  private static CoreWorkload core() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("recordcount", "1000");
    properties.setProperty("dataintegrity", "true");
    properties.setProperty("measurementtype", "hdrhistogram");
    Measurements.setProperties(properties);
    CoreWorkload core = new CoreWorkload();
    core.init(properties);
    return core;
  }

  private MemoryClient client() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("name", name);
    MemoryClient client = new MemoryClient();
    client.setProperties(properties);
    client.init();
    return client;
  }

  @ParameterizedTest
  @CsvSource({
    "ycsb:, names no class",
    "ycsb:a.B, has no classpath",
    "ycsb:a.B?classpath=/nowhere/*, has no directory /nowhere",
    "ycsb:a.B?classpath=/nowhere.jar, has no /nowhere.jar",
    "ycsb:a.B?classpath=/tmp&x, without a name or a value",
    "ycsb:a.B?classpath=/tmp, has no complete a.B"
  })
  void wrongUrls_areRefused(String url, String words) {
    assertThatThrownBy(() -> run("ycsb", url, "workload: a", false)).hasMessageContaining(words);
  }
}
