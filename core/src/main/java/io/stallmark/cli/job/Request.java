package io.stallmark.cli.job;

import io.stallmark.plan.Phase;
import io.stallmark.plan.PhasedScenario;
import io.stallmark.plan.Registry;
import io.stallmark.plan.StoredScenario;
import io.stallmark.report.Resolved;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Nearest;
import io.stallmark.spec.Pairs;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command's options, checked as far as that goes without a database. From here on the terminal
 * keeps the password to itself.
 *
 * @param warnings whole sentences
 * @param phases settings of each, with those of the run; none: there are no phases
 */
public record Request(
    Workload workload,
    Settings settings,
    long seed,
    Map<String, String> storage,
    Binding binding,
    Target target,
    List<String> warnings,
    List<Settings> phases) {

  /** The modules that know a URL, for a program that does not hold them. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "mysql:", "mysql",
          "mariadb:", "mysql",
          "jdbc:mysql:", "mysql",
          "jdbc:mariadb:", "mysql",
          "embedded:mysql", "mysql",
          "mongodb:", "mongo",
          "mongodb+srv:", "mongo",
          "embedded:mongo", "mongo");

  /**
   * @param connections the most sessions that the command will have open at a time
   */
  public static Request of(Program program, JobOptions options, int connections)
      throws SpecException {
    DatabaseUrl url = DatabaseUrl.parse(url(options.database.url, program.registry()));
    Secret password = Passwords.find(program, options.database, url.password());
    return of(program, options, connections, url, password);
  }

  /** The same to be checked only: nobody is asked for a password. */
  public static Request unasked(Program program, JobOptions options, int connections)
      throws SpecException {
    DatabaseUrl url = DatabaseUrl.parse(url(options.database.url, program.registry()));
    Secret password =
        options.database.password
            ? url.password()
            : Passwords.find(program, options.database, url.password());
    return of(program, options, connections, url, password);
  }

  private static Request of(
      Program program,
      JobOptions options,
      int connections,
      DatabaseUrl url,
      @Nullable Secret password)
      throws SpecException {
    JobOptions.DatabaseGroup database = options.database;
    program.terminal().keep(redactor(program, url, password));
    Workload workload = workload(program.registry(), options.workload);
    return new Request(
        workload,
        settings(workload, options),
        options.work.seed,
        Pairs.parseLists("--storage", database.storage),
        binding(program.registry(), url.url()),
        new Target(url.url(), password, database.driver, tls(program, database), connections),
        warnings(url, password),
        List.of());
  }

  /** The same with phases. */
  public Request with(List<Phase> parts, JobOptions options) throws SpecException {
    return new Request(
        workload,
        settings,
        seed,
        storage,
        binding,
        target,
        warnings,
        phases(workload, parts, options));
  }

  public static List<Settings> phases(Workload workload, List<Phase> parts, JobOptions options)
      throws SpecException {
    List<Settings> all = new ArrayList<>();
    for (Phase part : parts) {
      Map<String, String> given = options.work.given();
      given.putAll(part.settings());
      all.add(new SettingsReader(workload).read(given));
    }
    return all;
  }

  /** What the workload does on a database that can so much; all phases together. */
  public Scenario scenario(Set<Capability> capabilities) {
    if (phases.isEmpty()) {
      return StoredScenario.of(workload.scenario(settings, seed, capabilities), storage);
    }
    Map<Settings, Scenario> made = new HashMap<>();
    List<Scenario> all = new ArrayList<>();
    for (Settings each : phases) {
      all.add(made.computeIfAbsent(each, these -> workload.scenario(these, seed, capabilities)));
    }
    return StoredScenario.of(PhasedScenario.of(all), storage);
  }

  /** What the settings come to on a database that can so much. */
  public Resolved resolved(Set<Capability> capabilities) {
    return phases.isEmpty()
        ? Resolved.of(changed(settings, capabilities))
        : Resolved.of(phases.stream().map(each -> changed(each, capabilities)).toList());
  }

  private Map<String, Object> changed(Settings given, Set<Capability> capabilities) {
    Map<String, Object> values =
        new LinkedHashMap<>(workload.resolved(given, capabilities).values());
    values.entrySet().removeAll(given.values().entrySet());
    return values;
  }

  /**
   * What the best server of its kind would be asked for.
   *
   * @throws SpecException when the binding or the workload finds fault with it
   */
  public Scenario atBest() throws SpecException {
    try {
      binding.check(target);
      Scenario scenario = scenario(binding.capabilities());
      scenario.tables().forEach(binding::explain);
      scenario.ops().forEach(binding::explain);
      return scenario;
    } catch (IllegalArgumentException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
  }

  /** The user's URL, or else that of the first server of our own that this program has. */
  public static String url(@Nullable String given, Registry registry) {
    return given != null
        ? given
        : JobOptions.OWN_SERVERS.stream()
            .filter(own -> registry.bindingFor(own).isPresent())
            .findFirst()
            .orElse(JobOptions.OWN_SERVERS.get(0));
  }

  public static Workload workload(Registry registry, String name) throws SpecException {
    Optional<Workload> workload = registry.workload(name);
    if (workload.isEmpty()) {
      List<String> names = registry.workloads().stream().map(Workload::name).toList();
      throw new SpecException("No workload '" + name + "': " + Nearest.hint(name, names));
    }
    return workload.get();
  }

  public static Settings settings(Workload workload, JobOptions options) throws SpecException {
    return new SettingsReader(workload).read(options.work.given());
  }

  public static Binding binding(Registry registry, String url) throws SpecException {
    Optional<Binding> binding = registry.bindingFor(url);
    if (binding.isPresent()) {
      return binding.get();
    }
    int slashes = url.indexOf("//");
    String scheme = slashes < 0 ? url : url.substring(0, slashes);
    if (scheme.contains("@")) { // no scheme at all, and a password may be in it
      throw new SpecException("--url takes scheme://user@host:port/database or embedded:mysql");
    }
    String module = ELSEWHERE.get(scheme);
    if (module != null && registry.bindings().stream().noneMatch(b -> b.name().equals(module))) {
      throw new SpecException(
          String.format(
              "This program is built without %s, which %s needs: run java -jar"
                  + " bindings-%s/target/stallmark-%s.jar, or ./stallmark, which has every binding",
              module, scheme, module, module));
    }
    List<String> prefixes =
        registry.bindings().stream().flatMap(b -> b.prefixes().stream()).toList();
    throw new SpecException(
        "No database is known by the URL scheme '"
            + scheme
            + "': "
            + Nearest.hint(scheme, prefixes));
  }

  private static Redactor redactor(Program program, DatabaseUrl url, @Nullable Secret password) {
    List<Secret> secrets = new ArrayList<>(url.secrets());
    if (password != null) {
      secrets.add(password);
    }
    secrets.add(new Secret(program.environment().getOrDefault(Passwords.VARIABLE, "")));
    return new Redactor(secrets);
  }

  private static Tls tls(Program program, JobOptions.DatabaseGroup options) throws SpecException {
    Path ca = options.ca == null ? null : program.resolve(options.ca);
    if (ca != null && !Files.isReadable(ca)) {
      throw new SpecException("--tls-ca " + options.ca + " cannot be read");
    }
    if (ca != null && options.tls == Tls.Mode.OFF) {
      throw new SpecException("--tls-ca has no use with --tls off");
    }
    return new Tls(options.tls, ca);
  }

  private static List<String> warnings(DatabaseUrl url, @Nullable Secret password) {
    if (url.password() == null) {
      return List.of();
    }
    String unused = url.password().equals(password) ? "" : ", and is not the one used";
    return List.of(
        "The password in the URL shows in the process list and the shell's history"
            + unused
            + "; STALLMARK_PASSWORD, --password-file and --password do not.");
  }
}
