package io.stallmark.run;

import io.stallmark.model.Table;
import io.stallmark.plan.DeclaredOptions;
import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.run.document.ResolvedSettings;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A {@link RunSpec} with the resolved workload, binding and plan.
 *
 * @param phases settings of each phase, merged with those of the run; empty if there are no phases
 * @param warnings warnings about the credentials, whole sentences
 */
public record RunJob(
    RunSpec spec,
    Workload workload,
    Settings settings,
    Binding binding,
    Target target,
    RunPlan plan,
    List<Settings> phases,
    List<String> warnings) {

  private static final String EMBEDDED = "embedded:";

  /**
   * Resolves a specification.
   *
   * @throws SpecException if the workload or the URL is unknown, or settings, phases or pacing are
   *     invalid
   */
  public static RunJob of(RunSpec spec, Registry registry, Credentials credentials)
      throws SpecException {
    Workload workload = registry.requiredWorkload(spec.workload());
    RunPlan plan = RunSpecReader.plan(spec, workload);
    String url = credentials.url() == null ? spec.url() : credentials.url();
    Binding binding = registry.requiredBinding(spec.url());
    Settings settings = new SettingsReader(workload).read(spec.settings());
    checkFamily(workload, settings, binding);
    boolean boundaries = workload.usesTransactionBoundaries();
    int connections = plan.threads() * binding.connectionsOfSession(boundaries);
    Target target =
        new Target(
            url,
            credentials.password(),
            spec.find(RunOptions.DRIVER),
            spec.tls(),
            connections,
            spec.find(RunOptions.PROTOCOL));
    DeclaredOptions.check(binding, target, spec.get(RunOptions.STORAGE).keySet());
    if (spec.find(RunOptions.CACHE) != null) {
      DeclaredOptions.checkCache(binding);
    }
    RunJob job =
        new RunJob(
            spec,
            workload,
            settings,
            binding,
            target,
            plan,
            RunSpecReader.phaseSettings(spec, plan, workload),
            warnings(credentials, spec.tls()));
    job.checkPhases();
    return job;
  }

  /** Refuses a workload that is made for another family of databases. */
  private static void checkFamily(Workload workload, Settings settings, Binding binding)
      throws SpecException {
    SpecException.unlessRefused(() -> workload.existingTable(settings)); // needs a table
    Optional<String> needed = SpecException.unlessRefused(() -> workload.family(settings));
    String family = binding.wireProtocol().map(WireProtocol::family).orElse(binding.name());
    if (!needed.orElse(family).equals(family)) {
      throw new SpecException(
          "The trace was recorded on %s: it cannot be replayed on %s", needed.get(), family);
    }
  }

  /**
   * Refuses a run that several load machines cannot share, before a database is opened.
   *
   * @param machines number of machines
   */
  public void checkShared(int machines) throws SpecException {
    checkSharedLoad(machines);
    if (machines > 1) {
      SpecException.unlessRefused("--agents: ", () -> workload(binding.capabilities()))
          .share(new Share(0, machines));
    }
  }

  /**
   * Refuses a load that several load machines cannot share, before a database is opened.
   *
   * @param machines number of machines
   */
  public void checkSharedLoad(int machines) throws SpecException {
    if (embedded()) {
      throw new SpecException(
          "--agents: %s is in one process; start a server that all machines reach (--url)",
          spec.url());
    }
    SpecException.unlessRefused("--agents: ", () -> new Share(0, machines).of(plan));
  }

  /** Refuses phases whose settings do not fit together, before a database is opened. */
  private void checkPhases() throws SpecException {
    if (!phases.isEmpty()) {
      SpecException.unlessRefused(() -> workload(binding.capabilities()));
    }
  }

  private static List<String> warnings(Credentials credentials, Tls tls) {
    List<String> warnings = new ArrayList<>(credentials.warnings());
    if (tls.mode() == Tls.Mode.REQUIRED) {
      warnings.add(
          "--tls required encrypts, but does not check the identity of the server; --tls verify"
              + " does.");
    }
    return warnings;
  }

  /** Part of the names of its results: the workload, and the scheme of the URL. */
  public String label() {
    String scheme = target.url().replaceFirst("^jdbc:", "").replaceFirst("[^a-z0-9].*", "");
    return workload.name() + "-" + scheme;
  }

  /** Whether the server and all its data end with the process. */
  public boolean embedded() {
    return target.url().startsWith(EMBEDDED);
  }

  /** The capabilities of a database for the workload's tables. */
  Set<Capability> capabilities(Database database) throws DbException {
    return database.capabilities(workload.layout(settings), spec.get(RunOptions.STORAGE));
  }

  /** The workload on a database with these capabilities, with all its phases. */
  public ResolvedWorkload workload(Set<Capability> capabilities) {
    String place = spec.url();
    long seed = spec.get(RunOptions.SEED);
    return workload(each -> workload.scenario(each, seed, place, capabilities));
  }

  private ResolvedWorkload workload(Function<Settings, Scenario> maker) {
    Map<String, String> storage = spec.get(RunOptions.STORAGE);
    if (phases.isEmpty()) {
      return ResolvedWorkload.of(maker.apply(settings), storage);
    }
    Map<Settings, Scenario> made = new HashMap<>();
    List<Scenario> all = new ArrayList<>();
    for (Settings each : phases) {
      all.add(made.computeIfAbsent(each, maker));
    }
    return ResolvedWorkload.of(all, storage);
  }

  /** The workload on an open database, after the binding has compiled all of it. */
  ResolvedWorkload workload(Database database, Set<Capability> capabilities) throws DbException {
    Optional<String> existing = workload.existingTable(settings);
    if (existing.isEmpty()) {
      return explained(workload(capabilities));
    }
    Table table = database.describe(existing.get());
    String place = spec.url();
    return explained(workload(each -> workload.scenario(each, table, place, capabilities)));
  }

  /** Settings whose value on a database with these capabilities differs from the given one. */
  public ResolvedSettings resolved(Set<Capability> capabilities) {
    return phases.isEmpty()
        ? ResolvedSettings.of(changed(settings, capabilities))
        : ResolvedSettings.of(phases.stream().map(each -> changed(each, capabilities)).toList());
  }

  private Map<String, Object> changed(Settings given, Set<Capability> capabilities) {
    Map<String, Object> values =
        new LinkedHashMap<>(workload.resolved(given, capabilities).values());
    values.entrySet().removeAll(given.values().entrySet());
    return values;
  }

  /**
   * The workload on the most capable server that the binding supports.
   *
   * @throws SpecException if the binding or the workload refuses it
   */
  public ResolvedWorkload bestCase() throws SpecException {
    return SpecException.unlessRefused(
        () -> {
          binding.check(target);
          return explained(workload(binding.capabilities()));
        });
  }

  private ResolvedWorkload explained(ResolvedWorkload resolved) {
    resolved.tables().forEach(binding::explain);
    resolved.ops().forEach(binding::explain);
    return resolved;
  }
}
