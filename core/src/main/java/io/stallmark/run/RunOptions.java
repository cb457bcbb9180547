package io.stallmark.run;

import static io.stallmark.spec.SpecOption.Scope.COMMAND;
import static io.stallmark.spec.SpecOption.Scope.EXPERIMENT;
import static io.stallmark.spec.SpecOption.choice;
import static io.stallmark.spec.SpecOption.flag;
import static io.stallmark.spec.SpecOption.list;
import static io.stallmark.spec.SpecOption.path;
import static io.stallmark.spec.SpecOption.text;
import static io.stallmark.spec.SpecOption.value;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RatesReader;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.record.Interval;
import io.stallmark.run.document.RunLimit;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.NodeExporter;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecOption;
import io.stallmark.spec.TlsOptions;
import io.stallmark.spi.Database.Isolation;
import io.stallmark.spi.Target.Protocol;
import io.stallmark.spi.Tls;
import io.stallmark.spi.workload.Setting;
import io.stallmark.text.Text;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The options of a run. Times are in nanoseconds, percentages are shares from 0 to 1. Help is in
 * {@code texts.properties}, the file of all options is {@code docs/run.yaml}.
 */
public final class RunOptions {

  static final long LONGEST = TimeUnit.DAYS.toNanos(366);

  private static final double SECOND = 1e9;
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);
  private static final int LONGEST_NAME = 100;
  private static final int MOST_RUNS = 1000;

  // of the workload
  public static final SpecOption<List<String>> SETTING =
      texts(SpecEntries.SETTING, "KEY=VALUE").in(COMMAND);
  public static final SpecOption<String> FIDELITY = text(SpecEntries.FIDELITY, "VALUE").in(COMMAND);
  public static final SpecOption<List<String>> FILE = texts(SpecEntries.FILE, "FILE").in(COMMAND);
  public static final SpecOption<List<String>> DEFINE =
      texts(SpecEntries.DEFINE, "NAME=VALUE").in(COMMAND);
  public static final SpecOption<List<String>> SQL = texts(SpecEntries.SQL, "SQL").in(COMMAND);
  public static final SpecOption<List<String>> NATIVE_COMMAND =
      texts(SpecEntries.COMMAND, "COMMAND").in(COMMAND);

  /** Seed of the tables' content. */
  public static final SpecOption<Long> SEED =
      value("seed", "N", Quantity::whole, seed -> seed)
          .withDefault("" + RunPlan.DEFAULT_SEED)
          .in(EXPERIMENT);

  // of the database
  /** The URL; in a specification without any password, and secrets of a driver are ***. */
  public static final SpecOption<String> URL = text("url", "URL");

  /** A client library other than the default of the URL's scheme. */
  public static final SpecOption<String> DRIVER = text("driver", "NAME");

  /** How the driver sends statements; null: the binding's default. */
  public static final SpecOption<Protocol> PROTOCOL =
      choice("protocol", List.of(Protocol.values())).in(EXPERIMENT).at("protocol", Setting::word);

  public static final SpecOption<Tls.Mode> TLS = TlsOptions.MODE.at("tls", Setting::word);
  public static final SpecOption<Path> TLS_CA = TlsOptions.AUTHORITY.at("tlsCa", Path::toString);

  /** Time for which a client tries to reconnect before the run ends. */
  public static final SpecOption<Long> RECONNECT =
      time("reconnect")
          .withDefault("60")
          .in(EXPERIMENT)
          .at("reconnectSeconds", RunOptions::inSeconds);

  /** Time for which a load, and the end of a run, waits for a server that does not answer. */
  public static final SpecOption<Long> PATIENCE =
      time("patience")
          .must(time -> time > 0, "above 0")
          .withDefault("60")
          .in(EXPERIMENT)
          .at("patienceSeconds", RunOptions::inSeconds);

  /** When clients connect; null: once. */
  public static final SpecOption<RunPlan.Connect> CONNECT =
      choice("connect", List.of(RunPlan.Connect.values()))
          .in(EXPERIMENT)
          .at("connect", Setting::word);

  /** Isolation level of the clients' transactions; null: the server's default. */
  public static final SpecOption<Isolation> ISOLATION =
      choice("isolation", List.of(Isolation.values()))
          .in(EXPERIMENT)
          .at("isolation", Setting::word);

  public static final SpecOption<String> PASSWORD_FILE = text("password-file", "FILE").in(COMMAND);
  public static final SpecOption<Boolean> PASSWORD = flag("password").in(COMMAND);

  /** Storage options of every table. */
  public static final SpecOption<Map<String, String>> STORAGE =
      list("storage", "KEY=VALUE,…", SpecEntries::storage).in(EXPERIMENT);

  /** Threads of the first role. */
  public static final SpecOption<Integer> THREADS =
      value("threads", "N", Quantity::integer, threads -> threads)
          .in(EXPERIMENT)
          .at("threads", threads -> threads);

  /** Length of the measurement; 0: until the number of events is reached. */
  public static final SpecOption<Long> SECONDS =
      time("seconds").in(EXPERIMENT).at("durationSeconds", RunOptions::inSeconds);

  /** Transactions of the measurement; 0: no limit. */
  public static final SpecOption<Long> EVENTS =
      count("events", Quantity::count).in(EXPERIMENT).at("events", events -> events);

  public static final SpecOption<Long> WARMUP =
      time("warmup").withDefault("0").in(EXPERIMENT).at("warmupSeconds", RunOptions::inSeconds);

  public static final SpecOption<Long> INTERVAL =
      value("interval", "TIME", Quantity::seconds, Text::seconds)
          .must(
              time -> time > 0 && time % Interval.SLOT == 0 && time <= HOUR,
              "a multiple of 0.1 seconds up to an hour")
          .withDefault("1")
          .in(EXPERIMENT)
          .at("intervalSeconds", RunOptions::inSeconds);

  /** Share of the started transactions that may fail. */
  public static final SpecOption<Double> ALLOW_ERRORS =
      share("allow-errors").withDefault("1").at("allowedErrorsPercent", Text::percentOf);

  /** Failed transactions that end the run; 0: no limit. */
  public static final SpecOption<Long> STOP_AFTER_ERRORS =
      count("stop-after-errors", Quantity::whole)
          .in(EXPERIMENT)
          .at("stopAfterErrors", errors -> errors == 0 ? null : errors);

  /** Share of the arrivals of an open loop that must start. */
  public static final SpecOption<Double> MIN_STARTED =
      share("min-started").withDefault("99").at("minStartedPercent", Text::percentOf);

  /** Whether the run fails if its result is not to be trusted, or was too short to be judged. */
  public static final SpecOption<Boolean> REQUIRE_TRUSTED = flag("require-trusted");

  /** Limits that the run must keep, as {@link RunLimit} reads them. */
  public static final SpecOption<List<String>> LIMIT =
      list("limit", "'METRIC<VALUE'", RunLimit::texts).in(EXPERIMENT);

  public static final SpecOption<Double> STALL_BELOW =
      value("stall-below", "PERCENT", Quantity::share, RunOptions::percent)
          .must(share -> share > 0 && share <= 0.5, "above 0, up to 50")
          .withDefault("10")
          .in(EXPERIMENT);

  public static final SpecOption<Long> STALL_MIN =
      value("stall-min", "TIME", Quantity::seconds, Text::seconds)
          .must(
              time -> time >= StallRule.DEFAULT.shortest() && time <= HOUR,
              "within 0.2 and an hour")
          .withDefault("0.2")
          .in(EXPERIMENT);

  /** Parent directory of the run's directory. */
  public static final SpecOption<Path> OUT = path("out", "DIR").withDefault("results");

  public static final SpecOption<String> NAME =
      text("name", "TEXT")
          .must(
              name -> !name.isBlank() && name.length() <= LONGEST_NAME,
              "up to " + LONGEST_NAME + " characters");

  public static final SpecOption<Map<String, String>> TAG =
      list(
          SpecEntries.TAG,
          "KEY=VALUE",
          given -> SpecEntries.pairs("--tag", given.texts(SpecEntries.TAG)));

  /** Address that serves metrics to Prometheus. */
  public static final SpecOption<ListenAddress> METRICS =
      value(
          "metrics",
          "prometheus:[HOST:]PORT",
          ListenAddress::ofMetrics,
          address -> "prometheus:" + address);

  /** Whether the size of the tables is measured, for which some servers analyze them. */
  public static final SpecOption<Boolean> SIZES =
      value("sizes", "on|off", Quantity::onOrOff, on -> on ? "on" : "off").withDefault("on");

  /** Page of the Prometheus node exporter on the server's machine. */
  public static final SpecOption<URI> NODE_EXPORTER =
      value("node-exporter", "HOST:PORT", NodeExporter::parse, URI::toString);

  /** Upper limit of the server's cache during the run, bytes. */
  public static final SpecOption<Long> CACHE =
      value("cache", "BYTES", Quantity::count, bytes -> bytes)
          .must(bytes -> bytes > 0, "1 byte or more")
          .in(EXPERIMENT)
          .at("cacheBytes", bytes -> bytes);

  /** Statements that change settings of the server, before the tables are loaded. */
  public static final SpecOption<List<String>> BEFORE =
      texts("before", "SQL")
          .in(EXPERIMENT)
          .at("before", statements -> statements.isEmpty() ? null : withoutSecrets(statements));

  /** Statements as files have them: {@code CHANGE MASTER TO MASTER_PASSWORD='***'}. */
  private static List<String> withoutSecrets(List<String> statements) {
    Redactor redactor = Redactor.suspecting(statements);
    return statements.stream().map(redactor::redact).toList();
  }

  /** The run creates and drops its tables, and refuses existing ones. */
  public static final SpecOption<Boolean> FRESH = flag("fresh");

  /** Fresh tables remain after the run. */
  public static final SpecOption<Boolean> KEEP = flag("keep");

  /** Seed of what clients request. */
  public static final SpecOption<Long> REQUEST_SEED =
      value("request-seed", "N", Quantity::whole, seed -> seed).in(EXPERIMENT);

  public static final SpecOption<Integer> REPEAT =
      value("repeat", "N", Quantity::integer, times -> times)
          .must(times -> times >= 1 && times <= MOST_RUNS, "within 1 and " + MOST_RUNS)
          .withDefault("1")
          .in(COMMAND);

  public static final SpecOption<String> SPEC = text("spec", "FILE").in(COMMAND);
  public static final SpecOption<Boolean> DRY_RUN = flag("dry-run").in(COMMAND);

  /** The tables are verified after loading and after the run. */
  public static final SpecOption<Boolean> VERIFY = flag("verify");

  // of the load

  /** Arrival rates of an open loop; constant 0 means a closed loop. */
  public static final SpecOption<RateSchedule> RATE =
      value("rate", "RATES", RatesReader::parse, RateSchedule::text)
          .withDefault("0")
          .in(EXPERIMENT)
          .at("pacing", rates -> rates.highest() > 0 ? "open" : "closed")
          .at("ratePerSecond", rates -> isConstantRate(rates) ? rates.afterwards() : null)
          .at("rateSchedule", rates -> rates.isConstant() ? null : rates.text());

  public static final SpecOption<String> RATE_FILE = text("rate-file", "FILE").in(COMMAND);

  /** Distribution of arrivals. */
  public static final SpecOption<Pacing.Distribution> ARRIVALS =
      choice("arrivals", List.of(Pacing.Distribution.values()))
          .in(EXPERIMENT)
          .at("arrivals", Setting::word);

  public static final SpecOption<String> FIND_RATE =
      text("find-rate", "PERCENTILE<TIME").in(COMMAND);

  /** Think time of a closed loop. */
  public static final SpecOption<ThinkTime> THINK_TIME =
      value("think-time", "TIME", ThinkTime::parse, ThinkTime::text)
          .withDefault("0")
          .in(EXPERIMENT)
          .at("thinkTimeSeconds", time -> time.isNone() ? null : inSeconds(time.mean()))
          .at("thinkTime", time -> time.isNone() ? null : time.law());

  /** Phases; empty: the run has none. */
  public static final SpecOption<List<String>> PHASE = texts("phase", "'NAME KEY=VALUE…'");

  /** Loads of roles; empty: each role has its default load. */
  public static final SpecOption<List<String>> ROLE = texts("role", "'NAME KEY=VALUE…'");

  /** Options about the workload, in the order of the manual page. */
  public static final List<SpecOption<?>> OF_WORKLOAD =
      List.of(SETTING, FIDELITY, FILE, DEFINE, SQL, NATIVE_COMMAND, SEED);

  /** Options about the connection. */
  public static final List<SpecOption<?>> OF_CONNECTION =
      List.of(URL, DRIVER, PROTOCOL, TLS, TLS_CA, RECONNECT, PATIENCE, PASSWORD_FILE, PASSWORD);

  /** Options about the database and its tables. */
  public static final List<SpecOption<?>> OF_DATABASE =
      Stream.concat(OF_CONNECTION.stream(), Stream.of(STORAGE)).toList();

  /** Options about the measurement, the tables and the results. */
  public static final List<SpecOption<?>> OF_RUN =
      List.of(
          SECONDS,
          EVENTS,
          WARMUP,
          INTERVAL,
          ALLOW_ERRORS,
          STOP_AFTER_ERRORS,
          MIN_STARTED,
          REQUIRE_TRUSTED,
          LIMIT,
          STALL_BELOW,
          STALL_MIN,
          OUT,
          NAME,
          TAG,
          METRICS,
          SIZES,
          NODE_EXPORTER,
          CACHE,
          BEFORE,
          FRESH,
          KEEP,
          REQUEST_SEED,
          REPEAT,
          SPEC,
          DRY_RUN,
          VERIFY);

  /** Options that control when transactions start. */
  public static final List<SpecOption<?>> OF_LOAD =
      List.of(RATE, RATE_FILE, ARRIVALS, FIND_RATE, THINK_TIME, CONNECT, ISOLATION, PHASE, ROLE);

  /** All options. */
  public static final List<SpecOption<?>> ALL =
      Stream.<List<? extends SpecOption<?>>>of(
              OF_WORKLOAD, OF_DATABASE, List.of(THREADS), OF_RUN, OF_LOAD)
          .<SpecOption<?>>flatMap(List::stream)
          .toList();

  /** Options whose values are in a {@link RunSpec}. */
  static final List<SpecOption<?>> OF_SPECIFICATION =
      ALL.stream().filter(option -> option.scope() != COMMAND).toList();

  /** Options of which {@code spec} of {@code run.json} has values. */
  public static final List<SpecOption<?>> OF_DOCUMENT =
      ALL.stream().filter(option -> !option.places().isEmpty()).toList();

  /** Names of the options that an experiment's file may contain. */
  public static final List<String> OF_EXPERIMENTS =
      SpecOption.names(ALL.stream().filter(option -> option.scope() == EXPERIMENT).toList());

  /** Names of the options without a value. */
  public static final Set<String> FLAGS =
      Set.copyOf(SpecOption.names(ALL.stream().filter(SpecOption::isFlag).toList()));

  private RunOptions() {}

  private static SpecOption<List<String>> texts(String name, String label) {
    return list(name, label, given -> given.texts(name));
  }

  private static SpecOption<Long> time(String name) {
    return value(name, "TIME", Quantity::seconds, Text::seconds)
        .must(time -> time >= 0 && time <= LONGEST, "within 0 and a year");
  }

  private static SpecOption<Long> count(String name, SpecEntries.Parser<Long> parser) {
    return value(name, "N", parser, count -> count)
        .must(count -> count >= 0, "0 or more")
        .withDefault("0");
  }

  private static SpecOption<Double> share(String name) {
    return value(name, "PERCENT", Quantity::share, RunOptions::percent)
        .must(share -> share >= 0 && share <= 1, "within 0 and 100")
        .in(EXPERIMENT);
  }

  private static double inSeconds(long nanos) {
    return nanos / SECOND;
  }

  private static boolean isConstantRate(RateSchedule rates) {
    return rates.isConstant() && rates.afterwards() > 0;
  }

  private static String percent(double share) {
    return Text.plain(BigDecimal.valueOf(Text.percentOf(share)));
  }
}
