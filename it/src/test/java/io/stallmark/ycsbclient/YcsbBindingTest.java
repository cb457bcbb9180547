package io.stallmark.ycsbclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.yahoo.ycsb.db.OldClient;
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
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.BasicDB;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** YCSB's BasicDB and a binding in memory, loaded as a user would: by class path. */
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
                String.format(
                    Locale.ROOT,
                    """
                workload: %s
                url: "%s"
                settings: {%s}
                threads: 2
                events: 400
                verify: %s
                """,
                    workload,
                    url,
                    settings,
                    verify))
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
    load();
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
    "read, NOT_IMPLEMENTED, 3, NOT_IMPLEMENTED",
    "'update,delete', NOT_IMPLEMENTED, 0, The binding's update returned NOT_IMPLEMENTED",
    "read, FORBIDDEN, 20, FORBIDDEN"
  })
  void failures_failTheRun(String call, String failure, int after, String words) throws Exception {
    load();
    String properties =
        String.format(Locale.ROOT, "&call=%s&failure=%s&after=%d", call, failure, after);
    assertThat(failure("ycsb", url(MEMORY, properties), "workload: a")).contains(words);
  }

  /** Otherwise the run would begin, and end at the first call. */
  @ParameterizedTest
  @CsvSource({
    "update, NOT_IMPLEMENTED, a, update_record: the binding does not implement update",
    "update, unsupported, f, update_record: the binding does not implement update",
    "insert, NOT_IMPLEMENTED, d, insert_record: the binding does not implement insert",
    "scan, NOT_IMPLEMENTED, e, scan_records: the binding does not implement scan",
    "read, NOT_IMPLEMENTED, a, NOT_IMPLEMENTED"
  })
  void callsThatAreNotImplemented_areRefusedBeforeTheRun(
      String call, String failure, String workload, String words) throws Exception {
    load();
    long updates = MemoryClient.updates(name).get();
    String url = url(MEMORY, String.format(Locale.ROOT, "&call=%s&failure=%s", call, failure));
    assertThat(failure("ycsb", url, "workload: " + workload)).contains(words);
    assertThat(MemoryClient.updates(name).get() - updates).isEqualTo(call.equals("update") ? 1 : 0);
    assertThat(MemoryClient.records(name)).hasSize(1000).doesNotContainKey(WriteTrial.KEY);
  }

  @Test
  void loadWithoutInserts_isRefused_andLeavesNothing() throws Exception {
    String url = url(MEMORY, "&call=insert&failure=NOT_IMPLEMENTED");
    assertThat(failure("ycsb", url, "workload: a")).contains("does not implement insert");
    assertThat(MemoryClient.records(name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"&upsert=true", "&deferred=true", "&call=delete&failure=unsupported"})
  void trialOfWrites_leavesNoRecord(String properties) throws Exception {
    RunReport report = run(properties, "workload: a");
    assertThat(report.exit()).as("%s", report.complaint()).isEqualTo(Exit.WELL);
    assertThat(MemoryClient.records(name)).hasSize(1000).doesNotContainKey(WriteTrial.KEY);
  }

  @Test
  void trialThatCannotBeDeleted_isReported() throws Exception {
    assertThat(failure("ycsb", url(MEMORY, "&call=delete&failure=OK"), "workload: a"))
        .contains("The record stallmark-trial of table usertable")
        .contains("insert was tried");
  }

  @Test
  void propertiesOfAFile_areTheBindings_andSecret() throws Exception {
    Path file = directory.resolve("p");
    Files.writeString(file, "name=" + name + "\nserver=x://me:p%40ss@h/\ndb.auth=Tr0ub4dor\n");
    String url = "ycsb:" + MEMORY + "?classpath=" + CLASSPATH + "&properties=" + file;
    RunReport report = run("ycsb", url, "workload: a", true);
    assertThat(report.exit()).as("%s", report.complaint()).isEqualTo(Exit.WELL);
    assertThat(MemoryClient.records(name)).hasSize(1000);
    String refusal = failure("ycsb", url + "&call=init", "workload: a");
    Files.delete(file);
    assertThat(refusal).contains("no server here").doesNotContain("Tr0ub4dor", "p%40ss");
    assertThat(Path.of("binding.log"))
        .content()
        .contains("***")
        .doesNotContain("Tr0ub4dor", "p%40ss");
    assertThat(Objects.requireNonNull(report.measured()).document().toString())
        .contains("binding.log")
        .doesNotContain("Tr0ub4dor", "p%40ss");
  }

  /** YCSB before 0.16: another package, and other types of the parameters. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "e", "f"})
  void bindingsOfEarlierVersions_areUsedAlike(String workload) throws Exception {
    String url = "ycsb:%s?classpath=%s&name=%s";
    String old = OldClient.class.getName();
    RunReport report =
        run(
            "ycsb",
            String.format(Locale.ROOT, url, old, jar(OldClient.class), name),
            "workload: " + workload,
            true);
    assertThat(report.exit()).as("%s", report.complaint()).isEqualTo(Exit.WELL);
    assertThat(OldClient.records(name)).hasSizeGreaterThanOrEqualTo(1000);
  }

  @Test
  void failureOfAnEarlierVersion_isItsStatus() throws Exception {
    String url = "ycsb:%s?classpath=%s&name=%s&missing=true";
    String old = OldClient.class.getName();
    assertThat(
            failure(
                "ycsb",
                String.format(Locale.ROOT, url, old, jar(OldClient.class), name),
                "workload: e"))
        .contains("scan_records: the binding does not implement scan (NOT_IMPLEMENTED)");
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

  @ParameterizedTest
  @CsvSource({
    "batchsize=1, false",
    "batchsize=10, true",
    "db.batchsize=2, true",
    "jdbc.batchupdateapi=true, true"
  })
  void batches_areWarnedOf(String property, boolean warned) throws Exception {
    RunReport report = run("&" + property, "workload: c");
    assertThat(
            Objects.requireNonNull(report.measured())
                .document()
                .toString()
                .contains("acknowledges writes before it sends them"))
        .isEqualTo(warned);
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
    assertThat(failure("ycsb", url, "workload: d")).contains("has every requested record");
  }

  /** What YCSB's own core loads has the keys and, with dataintegrity, the bytes of ours. */
  @Test
  void recordsOfYcsbsCore_areOurs() throws Exception {
    load();
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

  /** Loads the records as YCSB's core does, which takes less time than a run. */
  private void load() throws Exception {
    CoreWorkload core = core();
    MemoryClient client = client();
    for (int i = 0; i < 1000; i++) {
      assertThat(core.doInsert(client, new Object())).isTrue();
    }
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
    "ycsb:a.B?classpath=/tmp&properties=/nowhere, The file of properties cannot be read",
    "ycsb:a.B?classpath=/tmp, has no complete a.B"
  })
  void wrongUrls_areRefused(String url, String words) {
    assertThatThrownBy(() -> run("ycsb", url, "workload: a", false)).hasMessageContaining(words);
  }
}
