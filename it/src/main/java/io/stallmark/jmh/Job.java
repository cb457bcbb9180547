package io.stallmark.jmh;

import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Nearest;
import io.stallmark.spec.Pairs;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One operation on one database, checked as far as that goes without opening it. */
record Job(
    Workload workload,
    Settings settings,
    Map<String, String> storage,
    Binding binding,
    String url) {

  /** As in {@code stallmark run}. */
  static final long SEED = 20_261_120L;

  private static final String PASSWORD = "STALLMARK_PASSWORD";

  /**
   * @param options the workload's settings, {@code key:value} with {@code +} between them: JMH
   *     takes a comma for another value of its own parameter, and JMH Visualizer cuts a value at
   *     {@code =} and takes what is the same before it for the same
   * @param storage the tables' options, the same way
   */
  static Job of(String url, String workload, String operation, String options, String storage)
      throws SpecException {
    Workload known = workload(workload);
    DatabaseUrl parsed = DatabaseUrl.parse(url);
    if (!parsed.secrets().isEmpty()) {
      throw new SpecException(
          "JMH prints its parameters: give the password as " + PASSWORD + ", not in the URL");
    }
    Binding binding =
        Registry.load()
            .bindingFor(parsed.url())
            .orElseThrow(() -> new SpecException("No database is known by the URL " + url));
    return new Job(
        known,
        new SettingsReader(known).read(settings(known, operation, options)),
        pairs("-p storage", storage),
        binding,
        parsed.url());
  }

  static Workload workload(String name) throws SpecException {
    Registry registry = Registry.load();
    List<String> names = registry.workloads().stream().map(Workload::name).toList();
    return registry
        .workload(name)
        .orElseThrow(
            () -> new SpecException("No workload '" + name + "': " + Nearest.hint(name, names)));
  }

  private static Map<String, String> settings(Workload workload, String operation, String options)
      throws SpecException {
    Map<String, String> own = workload.operations().get(operation);
    if (own == null) {
      throw new SpecException(
          String.format(
              "%s has no operation '%s': %s",
              workload.name(), operation, Nearest.hint(operation, workload.operations().keySet())));
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
    return Pairs.parse(option, pairs);
  }

  /**
   * @param connections the most sessions at a time
   */
  Database open(int connections) throws DbException {
    return binding.open(new Target(url, password(), null, Tls.UNSAID, connections));
  }

  private static @Nullable Secret password() {
    String password = System.getenv(PASSWORD);
    return password == null ? null : new Secret(password);
  }

  ResolvedWorkload resolved(Database database) throws DbException {
    return ResolvedWorkload.of(
        workload.scenario(settings, SEED, database.capabilities(storage)), storage);
  }
}
