package io.stallmark.jmh;

import io.stallmark.plan.Registry;
import io.stallmark.run.Benchmark;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunSpec;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Specification of a run of one operation on one database. */
final class OperationJob {

  private static final String PASSWORD = "STALLMARK_PASSWORD";
  private static final Registry REGISTRY = Registry.load();

  private OperationJob() {}

  /**
   * Creates and checks the specification, without opening the database.
   *
   * @param options settings of the workload, {@code key:value} with {@code +} between them. JMH
   *     splits a parameter at commas. JMH Visualizer cuts a value at {@code =} and treats values
   *     with the same text before it as equal
   * @param storage options of the tables, in the same notation
   */
  static RunSpec spec(
      String url, String workload, String operation, String options, String storage, int threads)
      throws SpecException {
    Workload known = REGISTRY.requiredWorkload(workload);
    if (!DatabaseUrl.parse(url).secrets().isEmpty()) {
      throw new SpecException(
          "JMH prints its parameters: give the password as " + PASSWORD + ", not in the URL");
    }
    SpecEntries entries =
        new SpecEntries(List.of())
            .with(SpecEntries.WORKLOAD, workload)
            .with("url", url)
            .with("threads", Integer.toString(threads));
    for (Map.Entry<String, String> setting : settings(known, operation, options).entrySet()) {
      entries = entries.with(SpecEntries.SETTING, setting.getKey() + "=" + setting.getValue());
    }
    for (Map.Entry<String, String> pair : pairs("-p storage", storage).entrySet()) {
      entries = entries.with("storage", pair.getKey() + "=" + pair.getValue());
    }
    RunSpec spec = new RunSpecReader(REGISTRY, path -> path).read(entries);
    RunJob.of(spec, REGISTRY, Credentials.NONE);
    return spec;
  }

  static Workload workload(String name) throws SpecException {
    return REGISTRY.requiredWorkload(name);
  }

  /** Opens the database of a specification with the password of the environment variable. */
  static BenchmarkContext open(RunSpec spec)
      throws SpecException, DbException, InterruptedException {
    String password = System.getenv(PASSWORD);
    Credentials credentials =
        password == null ? Credentials.NONE : Credentials.ofPassword(password);
    return new Benchmark(REGISTRY, credentials).open(spec, new RunObserver() {});
  }

  private static Map<String, String> settings(Workload workload, String operation, String options)
      throws SpecException {
    Map<String, String> own = workload.operations().get(operation);
    if (own == null) {
      throw new SpecException(
          "%s has no operation '%s': %s",
          workload.name(), operation, NearestWord.hint(operation, workload.operations().keySet()));
    }
    Map<String, String> given = pairs("-p options", options);
    for (String key : given.keySet()) {
      if (own.containsKey(key)) {
        throw new SpecException("-p options gives " + key + ", which follows from the operation");
      }
    }
    Map<String, String> all = new LinkedHashMap<>(given);
    all.putAll(own);
    return all;
  }

  private static Map<String, String> pairs(String option, String list) throws SpecException {
    List<String> pairs = new ArrayList<>();
    for (String pair : list.isEmpty() ? new String[0] : list.split("\\+", -1)) {
      if (!pair.matches("[^:=]+:.+")) {
        throw new SpecException(option + " takes key:value, not '" + pair + "'");
      }
      pairs.add(pair.replaceFirst(":", "="));
    }
    return SpecEntries.pairs(option, pairs);
  }
}
