package io.stallmark.run;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.PhasesReader;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RatesReader;
import io.stallmark.plan.Registry;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RolesReader;
import io.stallmark.plan.RunPlan;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spec.TlsOptions;
import io.stallmark.spec.YamlNode;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Creates a {@link RunSpec} from keys and values of any source, and resolves every default. Checks
 * everything that can be checked without a database.
 *
 * @param files resolves a path that the user gave
 */
public record RunSpecReader(Registry registry, UnaryOperator<Path> files) {

  /** Options that a written specification always has; of a replay, with 0. */
  private static final Set<String> UNPACED = Set.of("rate", "think-time");

  private static final long DEFAULT_DURATION = TimeUnit.SECONDS.toNanos(30);
  private static final int MOST_THREADS = 10_000;

  /** Key of a phase, in group 1. */
  private static final Pattern KEY = Pattern.compile("\\s([A-Za-z_]\\w*)=");

  /**
   * Reads YAML or JSON with the keys of {@code --spec} files, as {@link RunSpecWriter} writes it.
   *
   * @throws SpecException with line and key of the first error
   */
  public RunSpec parse(String text) throws SpecException {
    return parse(text, new SpecEntries(List.of()));
  }

  /**
   * As {@link #parse(String)}.
   *
   * @param others options besides those of the text
   */
  RunSpec parse(String text, SpecEntries others) throws SpecException {
    List<SpecOption<?>> options = new ArrayList<>(RunOptions.OF_SPECIFICATION);
    options.addAll(List.of(RunOptions.SETTING, RunOptions.FIDELITY, RunOptions.RATE_FILE));
    return new SpecFile<>(options, this::read)
        .read(YamlNode.parse(Path.of("specification"), text), others);
  }

  /**
   * Creates the specification from entries.
   *
   * @throws SpecException with one line about the first error
   */
  public RunSpec read(SpecEntries given) throws SpecException {
    String name = given.text(SpecEntries.WORKLOAD);
    if (name == null) {
      throw new SpecException("Argument WORKLOAD is missing; 'stallmark list' has all");
    }
    Workload workload = registry.requiredWorkload(name);
    Map<String, Object> values = new LinkedHashMap<>();
    for (SpecOption<?> option : RunOptions.OF_SPECIFICATION) {
      Object value = option.read(given);
      if (value != null) {
        values.put(option.name(), value);
      }
    }
    List<String> alsoKeys = new ArrayList<>(SpecEntries.ALSO_KEYS);
    workload.settings().stream()
        .map(Setting::name)
        .filter(RunOptions.PROTOCOL.name()::equals)
        .forEach(alsoKeys::add);
    RunSpec spec = new RunSpec(workload.name(), given.settings(alsoKeys), values);
    spec = server(spec, given);
    spec = load(spec, given, workload);
    SpecOption.check(
        "--keep", spec.get(RunOptions.FRESH) || !spec.get(RunOptions.KEEP), "given with --fresh");
    phaseSettings(spec, plan(spec, workload), workload);
    return spec;
  }

  /** Returns the specification with the resolved URL and paths. */
  private RunSpec server(RunSpec spec, SpecEntries given) throws SpecException {
    String asked = spec.find(RunOptions.URL);
    DatabaseUrl url = DatabaseUrl.parse(asked == null ? registry.defaultUrl() : asked);
    Path authority = TlsOptions.read(given, files).ca();
    RunSpec resolved =
        spec.with(RunOptions.URL, new Redactor(url.secrets()).redact(url.url()))
            .to(files.apply(spec.get(RunOptions.OUT)));
    return authority == null ? resolved : resolved.with(RunOptions.TLS_CA, authority);
  }

  /** Returns the specification with the values that depend on the workload or on other options. */
  private RunSpec load(RunSpec spec, SpecEntries given, Workload workload) throws SpecException {
    Role.Size first = sizes(spec, workload).get(0);
    Integer asked = spec.find(RunOptions.THREADS);
    int threads = asked == null ? first.threads() : asked;
    SpecOption.check(
        "--threads",
        threads >= 1 && threads <= MOST_THREADS,
        "within 1 and " + MOST_THREADS + ", not " + threads);
    RunSpec load = spec.with(RunOptions.THREADS, threads).with(RunOptions.RATE, rates(spec, given));
    if (first.replays()) {
      checkReplay(given, threads, first.threads());
    }
    boolean ends =
        first.replays()
            || (spec.get(RunOptions.PHASE).isEmpty()
                && workload.isFinite(new SettingsReader(workload).read(spec.settings())));
    if (!ends) {
      checkDuration(load);
    }
    if (load.find(RunOptions.SECONDS) == null && load.get(RunOptions.PHASE).isEmpty()) {
      load = load.with(RunOptions.SECONDS, ends ? 0 : usualDuration(load));
    }
    Long requestSeed = load.find(RunOptions.REQUEST_SEED);
    return requestSeed == null
        ? load.with(RunOptions.REQUEST_SEED, load.get(RunOptions.SEED))
        : load;
  }

  private static void checkReplay(SpecEntries given, int threads, int sessions)
      throws SpecException {
    for (String key :
        List.of("find-rate", "rate", "rate-file", "arrivals", "think-time", "phase", "role")) {
      boolean none = UNPACED.contains(key) && given.texts(key).equals(List.of("0"));
      if (!given.texts(key).isEmpty() && !none) {
        throw new SpecException(
            "--%s cannot be used with a replay: the trace has the due times, -p speed changes them",
            key);
      }
    }
    SpecOption.check(
        "--threads",
        threads >= sessions,
        Text.format("at least %,d: the trace has that many sessions at a time", sessions));
  }

  private static List<Role.Size> sizes(RunSpec spec, Workload workload) throws SpecException {
    Settings checked = new SettingsReader(workload).read(spec.settings());
    return SpecException.unlessRefused(() -> workload.roles(checked));
  }

  private RateSchedule rates(RunSpec spec, SpecEntries given) throws SpecException {
    String file = RunOptions.RATE_FILE.read(given);
    if (file == null) {
      return spec.get(RunOptions.RATE);
    }
    if (spec.open()) {
      throw new SpecException("--rate-file cannot be used with --rate");
    }
    return RatesReader.read(Path.of(file), files.apply(Path.of(file)));
  }

  private static void checkDuration(RunSpec spec) throws SpecException {
    Long asked = spec.find(RunOptions.SECONDS);
    boolean parts = !spec.get(RunOptions.PHASE).isEmpty();
    long events = spec.get(RunOptions.EVENTS);
    SpecOption.check("--phase", !parts || asked == null, "given without --seconds: it has its own");
    SpecOption.check(
        "--phase", !parts || events == 0, "given without --events: phases take a time");
    if (asked != null && asked == 0 && events == 0) {
      throw new SpecException("--seconds 0 needs --events: without either the run never ends");
    }
  }

  private static long usualDuration(RunSpec spec) {
    long scheduled = spec.get(RunOptions.RATE).length();
    return spec.get(RunOptions.EVENTS) > 0 ? 0 : scheduled > 0 ? scheduled : DEFAULT_DURATION;
  }

  /**
   * Returns the plan for the engine.
   *
   * @throws SpecException if pacing, phases and durations contradict each other
   */
  static RunPlan plan(RunSpec spec, Workload workload) throws SpecException {
    List<RolePlan> usual = roles(spec, workload);
    List<Phase> phases = phases(spec, usual, workload);
    List<RolePlan> roles = phases.isEmpty() ? usual : PhasesReader.combined(usual, phases);
    Pacing pacing = roles.get(0).pacing();
    SpecOption.check(
        "--warmup",
        spec.get(RunOptions.WARMUP) == 0
            || !(pacing instanceof Pacing.OpenLoop open)
            || open.rates().first() > 0,
        "0: the rates begin with 0, and it goes at the first of them");
    long length = phases.isEmpty() ? spec.duration() : phases.get(phases.size() - 1).end();
    SpecOption.check(
        "--seconds", length >= 0 && length <= RunOptions.LONGEST, "within 0 and a year");
    return new RunPlan(
        roles,
        length,
        spec.get(RunOptions.EVENTS),
        spec.get(RunOptions.WARMUP),
        spec.get(RunOptions.REQUEST_SEED),
        spec.get(RunOptions.INTERVAL),
        new RunPlan.Limits(
            spec.get(RunOptions.STOP_AFTER_ERRORS),
            spec.get(RunOptions.RECONNECT),
            spec.get(RunOptions.PATIENCE)),
        phases,
        connect(spec, pacing));
  }

  private static RunPlan.Connect connect(RunSpec spec, Pacing pacing) throws SpecException {
    RunPlan.Connect given = spec.find(RunOptions.CONNECT);
    boolean each = given == RunPlan.Connect.EACH;
    SpecOption.check(
        "--connect",
        !each || !(pacing instanceof Pacing.Replay),
        "once: a trace has its connections");
    SpecOption.check(
        "--isolation",
        spec.find(RunOptions.ISOLATION) == null || !(pacing instanceof Pacing.Replay),
        "absent: a trace has its isolation levels");
    SpecOption.check(
        "--protocol",
        spec.find(RunOptions.PROTOCOL) == null || !(pacing instanceof Pacing.Replay),
        "absent: a trace has its protocol");
    return each ? RunPlan.Connect.EACH : RunPlan.Connect.ONCE;
  }

  /** The settings of each phase, merged with those of the run. */
  static List<Settings> phaseSettings(RunSpec spec, RunPlan plan, Workload workload)
      throws SpecException {
    List<Settings> all = new ArrayList<>();
    for (Phase phase : plan.phases()) {
      Map<String, String> given = new LinkedHashMap<>(spec.settings());
      given.putAll(phase.settings());
      all.add(new SettingsReader(workload).read(given));
    }
    return all;
  }

  /** The roles of the run. They also apply to each phase that does not define them. */
  private static List<RolePlan> roles(RunSpec spec, Workload workload) throws SpecException {
    List<Role.Size> sizes = sizes(spec, workload);
    Pacing pacing =
        sizes.get(0).replays()
            ? new Pacing.Replay()
            : spec.get(RunOptions.PHASE).isEmpty() ? pacing(spec, sizes) : usual(spec, sizes);
    RolePlan first = new RolePlan(sizes.get(0).name(), spec.get(RunOptions.THREADS), pacing);
    return new RolesReader(sizes, first, spec.distribution(), MOST_THREADS)
        .read(spec.get(RunOptions.ROLE));
  }

  private static List<Phase> phases(RunSpec spec, List<RolePlan> roles, Workload workload)
      throws SpecException {
    List<String> given = spec.get(RunOptions.PHASE);
    if (given.isEmpty()) {
      return List.of();
    }
    if (spec.open() || !spec.get(RunOptions.THINK_TIME).isNone()) {
      throw new SpecException(
          "--phase sets the rate and the think time of each phase; --rate, --rate-file, --think-time"
              + " and --find-rate cannot be used with it");
    }
    List<String> settings =
        new ArrayList<>(workload.settings().stream().map(Setting::name).toList());
    if (workload.takesValues()) { // whose names it checks itself
      given.forEach(text -> KEY.matcher(text).results().forEach(key -> settings.add(key.group(1))));
    }
    List<Phase> all = new PhasesReader(roles, spec.distribution(), settings).read(given);
    if (spec.find(RunOptions.ARRIVALS) != null
        && all.get(0).roles().stream().allMatch(r -> r.pacing() instanceof Pacing.ClosedLoop)) {
      throw new SpecException("--arrivals cannot be used with phases that have no rate");
    }
    SpecOption.check(
        "--phase",
        all.stream().allMatch(phase -> phase.length() % spec.get(RunOptions.INTERVAL) == 0),
        "of seconds that are a multiple of --interval");
    return all;
  }

  private static Pacing pacing(RunSpec spec, List<Role.Size> sizes) throws SpecException {
    if (spec.open()) {
      if (!spec.get(RunOptions.THINK_TIME).isNone()) {
        throw new SpecException(
            "--think-time cannot be used with a rate: an open loop has no think time");
      }
      return new Pacing.OpenLoop(spec.get(RunOptions.RATE), spec.distribution());
    }
    Pacing usual = usual(spec, sizes);
    if (usual instanceof Pacing.ClosedLoop
        && spec.find(RunOptions.ARRIVALS) != null
        && spec.get(RunOptions.ROLE).stream().noneMatch(r -> r.contains("rate="))) {
      throw new SpecException(
          "--rate must be given with --arrivals: a closed loop has no arrivals");
    }
    return usual;
  }

  /** Returns the pacing of the first role without a rate of the run. */
  private static Pacing usual(RunSpec spec, List<Role.Size> sizes) {
    double rate = sizes.get(0).rate();
    return rate > 0 && spec.get(RunOptions.THINK_TIME).isNone()
        ? Pacing.of(rate, spec.distribution())
        : new Pacing.ClosedLoop(spec.get(RunOptions.THINK_TIME));
  }
}
