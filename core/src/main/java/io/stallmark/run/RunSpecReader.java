package io.stallmark.run;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.PhasesReader;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RatesReader;
import io.stallmark.plan.Registry;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RolesReader;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.record.Interval;
import io.stallmark.result.RunLabels;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.NodeExporter;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
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

/**
 * Creates a {@link RunSpec} from keys and values of any source, and resolves every default. Checks
 * everything that can be checked without a database.
 */
public final class RunSpecReader {

  private static final Set<String> FLAGS = Set.of("fresh", "keep", "verify", "require-trusted");

  private static final List<String> KEYS =
      List.of(
          "workload",
          "settings",
          "fidelity",
          "seed",
          "request-seed",
          "url",
          "driver",
          "storage",
          "tls",
          "tls-ca",
          "threads",
          "seconds",
          "events",
          "warmup",
          "interval",
          "reconnect",
          "patience",
          "allow-errors",
          "stop-after-errors",
          "min-started",
          "require-trusted",
          "stall-below",
          "stall-min",
          "out",
          "name",
          SpecEntries.TAG,
          "metrics",
          "sizes",
          "node-exporter",
          "cache",
          "fresh",
          "keep",
          "verify",
          "rate",
          "rate-file",
          "arrivals",
          "think-time",
          "phase",
          "role");

  /** Options that a written specification always has; of a replay, with 0. */
  private static final Set<String> UNPACED = Set.of("rate", "think-time");

  private static final long DEFAULT_DURATION = TimeUnit.SECONDS.toNanos(30);
  private static final long LONGEST = TimeUnit.DAYS.toNanos(366);
  private static final long RECONNECT = TimeUnit.SECONDS.toNanos(60);
  private static final double PERCENT = 100;
  private static final double MIN_STARTED = 99;
  private static final int LONGEST_NAME = 100;
  private static final int MOST_THREADS = 10_000;

  private final Registry registry;
  private final UnaryOperator<Path> files;

  /**
   * Creates a reader.
   *
   * @param files resolves a path that the user gave
   */
  public RunSpecReader(Registry registry, UnaryOperator<Path> files) {
    this.registry = registry;
    this.files = files;
  }

  /**
   * Reads YAML or JSON with the keys of {@code --spec} files, as {@link RunSpecWriter} writes it.
   *
   * @throws SpecException with line and key of the first error
   */
  public RunSpec parse(String text) throws SpecException {
    Path shown = Path.of("specification");
    SpecFile file = new SpecFile(KEYS, FLAGS, this::read);
    return read(file.entries(YamlNode.parse(shown, text), new SpecEntries(List.of())));
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
    RunSpec.Load load = load(given, workload);
    RunSpec spec =
        new RunSpec(
            workload.name(),
            given.settings(),
            server(given),
            load,
            stalls(given),
            tables(given),
            new RunSpec.Output(
                files.apply(Path.of(given.value("out", text -> text, "results"))),
                given.value("metrics", ListenAddress::ofMetrics),
                given.value("sizes", RunSpecReader::onOrOff, true),
                labels(given)));
    new SettingsReader(workload).read(spec.settings());
    phaseSettings(spec, plan(spec, workload), workload);
    return spec;
  }

  private static RunLabels labels(SpecEntries given) throws SpecException {
    String name = given.text("name");
    check(
        "--name",
        name == null || (!name.isBlank() && name.length() <= LONGEST_NAME),
        "up to " + LONGEST_NAME + " characters");
    return new RunLabels(name, SpecEntries.pairs("--tag", given.texts(SpecEntries.TAG)));
  }

  private static Boolean onOrOff(String text) throws SpecException {
    if (!text.equals("on") && !text.equals("off")) {
      throw new SpecException("'" + text + "' is neither on nor off");
    }
    return text.equals("on");
  }

  private RunSpec.TableUse tables(SpecEntries given) throws SpecException {
    check("--keep", given.flag("fresh") || !given.flag("keep"), "given with --fresh");
    return new RunSpec.TableUse(given.flag("fresh"), given.flag("keep"), given.flag("verify"));
  }

  private RunSpec.Server server(SpecEntries given) throws SpecException {
    DatabaseUrl url = DatabaseUrl.parse(given.value("url", text -> text, registry.defaultUrl()));
    Long cache = given.value("cache", Quantity::count);
    check("--cache", cache == null || cache > 0, "1 byte or more");
    return new RunSpec.Server(
        new Redactor(url.secrets()).redact(url.url()),
        given.text("driver"),
        TlsOptions.read(given, files),
        given.storage(),
        cache,
        given.value("node-exporter", NodeExporter::parse));
  }

  private RunSpec.Load load(SpecEntries given, Workload workload) throws SpecException {
    Role.Size first = sizes(given.settings(), workload).get(0);
    int threads = given.value("threads", Quantity::integer, first.threads());
    check(
        "--threads",
        threads >= 1 && threads <= MOST_THREADS,
        "within 1 and " + MOST_THREADS + ", not " + threads);
    long events = given.value("events", Quantity::count, 0L);
    check("--events", events >= 0, "0 or more");
    RateSchedule rates = rates(given);
    List<String> phases = given.texts("phase");
    if (first.replays()) {
      checkReplay(given, threads, first.threads());
    }
    boolean ends =
        first.replays()
            || (phases.isEmpty()
                && workload.isFinite(new SettingsReader(workload).read(given.settings())));
    long duration = ends ? seconds(given, "seconds", 0) : duration(given, events, rates, phases);
    long seed = given.value("seed", Quantity::whole, RunPlan.DEFAULT_SEED);
    double allowed = given.value("allow-errors", Quantity::percent, 1.0);
    double started = given.value("min-started", Quantity::percent, MIN_STARTED);
    long stop = given.value("stop-after-errors", Quantity::whole, 0L);
    check("--stop-after-errors", stop >= 0, "0 or more");
    check("--min-started", started >= 0 && started <= PERCENT, "within 0 and 100");
    check("--allow-errors", allowed >= 0 && allowed <= PERCENT, "within 0 and 100");
    return new RunSpec.Load(
        threads,
        duration,
        events,
        seconds(given, "warmup", 0),
        rates,
        given.value(
            "arrivals", text -> NearestWord.constant(text, List.of(Pacing.Distribution.values()))),
        given.value("think-time", ThinkTime::parse, ThinkTime.NONE),
        given.texts("role"),
        phases,
        interval(given),
        seed,
        given.value("request-seed", Quantity::whole, seed),
        allowed / PERCENT,
        stop,
        started / PERCENT,
        given.flag("require-trusted"),
        seconds(given, "reconnect", RECONNECT),
        patience(given));
  }

  private static void checkReplay(SpecEntries given, int threads, int sessions)
      throws SpecException {
    for (String key :
        List.of("find-rate", "rate", "rate-file", "arrivals", "think-time", "phase", "role")) {
      boolean none = UNPACED.contains(key) && given.texts(key).equals(List.of("0"));
      if (!given.texts(key).isEmpty() && !none) {
        throw new SpecException(
            "--"
                + key
                + " cannot be used with a replay: the trace has the due times, -p speed"
                + " changes them");
      }
    }
    check(
        "--threads",
        threads >= sessions,
        Text.format("at least %,d: the trace has that many sessions at a time", sessions));
  }

  private static List<Role.Size> sizes(Map<String, String> settings, Workload workload)
      throws SpecException {
    Settings checked = new SettingsReader(workload).read(settings);
    try {
      return workload.roles(checked);
    } catch (IllegalArgumentException e) {
      throw new SpecException(e);
    }
  }

  private static long seconds(SpecEntries given, String key, long otherwise) throws SpecException {
    long nanos = given.value(key, Quantity::seconds, otherwise);
    check("--" + key, nanos >= 0 && nanos <= LONGEST, "within 0 and a year");
    return nanos;
  }

  private static long patience(SpecEntries given) throws SpecException {
    long patience = seconds(given, "patience", RunPlan.DEFAULT_PATIENCE);
    check("--patience", patience > 0, "above 0");
    return patience;
  }

  private static long interval(SpecEntries given) throws SpecException {
    long interval = given.value("interval", Quantity::seconds, TimeUnit.SECONDS.toNanos(1));
    check(
        "--interval",
        interval > 0 && interval % Interval.SLOT == 0 && interval <= TimeUnit.HOURS.toNanos(1),
        "a multiple of 0.1 seconds up to an hour");
    return interval;
  }

  private RateSchedule rates(SpecEntries given) throws SpecException {
    RateSchedule rates = given.value("rate", RatesReader::parse, RateSchedule.constant(0));
    String file = given.text("rate-file");
    if (file == null) {
      return rates;
    }
    if (!rates.isConstant() || rates.afterwards() > 0) {
      throw new SpecException("--rate-file cannot be used with --rate");
    }
    return RatesReader.read(Path.of(file), files.apply(Path.of(file)));
  }

  private static long duration(
      SpecEntries given, long events, RateSchedule rates, List<String> phases)
      throws SpecException {
    Long asked = given.value("seconds", Quantity::seconds);
    boolean parts = !phases.isEmpty();
    check("--phase", !parts || asked == null, "given without --seconds: it has its own");
    check("--phase", !parts || events == 0, "given without --events: phases take a time");
    if (asked != null && asked == 0 && events == 0) {
      throw new SpecException("--seconds 0 needs --events: without either the run never ends");
    }
    long usual = rates.length() > 0 ? rates.length() : DEFAULT_DURATION;
    long duration = asked != null ? asked : events > 0 || parts ? 0 : usual;
    check("--seconds", duration >= 0 && duration <= LONGEST, "within 0 and a year");
    return duration;
  }

  private static StallRule stalls(SpecEntries given) throws SpecException {
    double below =
        given.value("stall-below", Quantity::percent, PERCENT * StallRule.DEFAULT.below());
    long least = StallRule.DEFAULT.shortest();
    long shortest = given.value("stall-min", Quantity::seconds, least);
    check("--stall-below", below > 0 && below <= PERCENT / 2, "above 0, up to 50");
    check(
        "--stall-min",
        shortest >= least && shortest <= TimeUnit.HOURS.toNanos(1),
        "within 0.2 and an hour");
    return new StallRule(below / PERCENT, shortest);
  }

  /**
   * Returns the plan for the engine.
   *
   * @throws SpecException if pacing, phases and durations contradict each other
   */
  static RunPlan plan(RunSpec spec, Workload workload) throws SpecException {
    RunSpec.Load load = spec.load();
    List<RolePlan> usual = roles(spec, workload);
    List<Phase> phases = phases(load, usual, workload);
    List<RolePlan> roles = phases.isEmpty() ? usual : PhasesReader.combined(usual, phases);
    Pacing pacing = roles.get(0).pacing();
    check(
        "--warmup",
        load.warmup() == 0 || !(pacing instanceof Pacing.OpenLoop open) || open.rates().first() > 0,
        "0: the rates begin with 0, and it goes at the first of them");
    long length = phases.isEmpty() ? load.duration() : phases.get(phases.size() - 1).end();
    check("--seconds", length >= 0 && length <= LONGEST, "within 0 and a year");
    return new RunPlan(
        roles,
        length,
        load.events(),
        load.warmup(),
        load.seed(),
        load.requestSeed(),
        load.interval(),
        load.allowedErrors(),
        load.stopAfterErrors(),
        load.minStarted(),
        load.reconnect(),
        load.patience(),
        phases);
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
    RunSpec.Load load = spec.load();
    List<Role.Size> sizes = sizes(spec.settings(), workload);
    Pacing pacing =
        sizes.get(0).replays()
            ? new Pacing.Replay()
            : load.phases().isEmpty() ? pacing(load, sizes) : usual(load, sizes);
    RolePlan first = new RolePlan(sizes.get(0).name(), load.threads(), pacing);
    return new RolesReader(sizes, first, load.distribution(), MOST_THREADS).read(load.roles());
  }

  private static List<Phase> phases(RunSpec.Load load, List<RolePlan> roles, Workload workload)
      throws SpecException {
    if (load.phases().isEmpty()) {
      return List.of();
    }
    if (load.open() || !load.thinkTime().isNone()) {
      throw new SpecException(
          "--phase sets the rate and the think time of each phase; --rate, --rate-file, --think-time"
              + " and --find-rate cannot be used with it");
    }
    List<String> settings = workload.settings().stream().map(Setting::name).toList();
    List<Phase> all = new PhasesReader(roles, load.distribution(), settings).read(load.phases());
    if (load.arrivals() != null
        && all.get(0).roles().stream().allMatch(r -> r.pacing() instanceof Pacing.ClosedLoop)) {
      throw new SpecException("--arrivals cannot be used with phases that have no rate");
    }
    check(
        "--phase",
        all.stream().allMatch(phase -> phase.length() % load.interval() == 0),
        "of seconds that are a multiple of --interval");
    return all;
  }

  private static Pacing pacing(RunSpec.Load load, List<Role.Size> sizes) throws SpecException {
    if (load.open()) {
      if (!load.thinkTime().isNone()) {
        throw new SpecException(
            "--think-time cannot be used with a rate: an open loop has no think time");
      }
      return new Pacing.OpenLoop(load.rates(), load.distribution());
    }
    Pacing usual = usual(load, sizes);
    if (usual instanceof Pacing.ClosedLoop
        && load.arrivals() != null
        && load.roles().stream().noneMatch(r -> r.contains("rate="))) {
      throw new SpecException(
          "--rate must be given with --arrivals: a closed loop has no arrivals");
    }
    return usual;
  }

  /** Returns the pacing of the first role without a rate of the run. */
  private static Pacing usual(RunSpec.Load load, List<Role.Size> sizes) {
    double rate = sizes.get(0).rate();
    return rate > 0 && load.thinkTime().isNone()
        ? Pacing.of(rate, load.distribution())
        : new Pacing.ClosedLoop(load.thinkTime());
  }

  /**
   * Checks the value of an option.
   *
   * @param allowed the allowed values, for the message
   * @throws SpecException with the allowed values, if {@code fine} is false
   */
  public static void check(String option, boolean fine, String allowed) throws SpecException {
    if (!fine) {
      throw new SpecException(option + " must be " + allowed);
    }
  }
}
