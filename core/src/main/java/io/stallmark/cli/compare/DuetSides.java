package io.stallmark.cli.compare;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.plan.Registry;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.run.duet.DuetMode;
import io.stallmark.run.duet.ServerLocation;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The sides of a duet on the command line: what only one has, and what both have. An option NAME of
 * one side is {@code --a-NAME} or {@code --b-NAME}, its URL {@code --a} or {@code --b}.
 *
 * @param given the whole command line
 * @param shared whether other load machines generate the load, which cannot take turns
 */
record DuetSides(SpecEntries given, boolean shared) {

  static final String A = "a";
  static final String B = "b";

  /** Options that may differ between the sides. */
  private static final List<String> OWN = List.of("p", "storage", "driver", "protocol");

  /** Options of an open loop. */
  private static final List<String> OPEN =
      List.of(RunOptions.RATE.name(), RunOptions.RATE_FILE.name());

  private static final String REPLAY = "replay";
  private static final String URL = "url";

  /** Statements of a side that change a setting of its server. */
  private static final String SETTING = "-sql";

  private static final SpecOption<DuetMode.Mode> MODE =
      SpecOption.choice("mode", List.of(DuetMode.Mode.TOGETHER, DuetMode.Mode.ALTERNATING));

  static CommandSpec options() {
    List<SpecOption<?>> options = new ArrayList<>();
    for (String side : List.of(A, B)) {
      options.add(SpecOption.text(side, "URL"));
    }
    options.add(MODE);
    for (String side : List.of(A, B)) {
      options.add(texts(side + SETTING, "STATEMENT"));
      options.add(texts(side + "-p", RunOptions.SETTING.label()));
      options.add(texts(side + "-storage", RunOptions.STORAGE.label()));
      for (SpecOption<?> each : List.of(RunOptions.DRIVER, RunOptions.PROTOCOL)) {
        options.add(SpecOption.text(side + "-" + each.name(), each.label()));
      }
    }
    return JobOptions.of(options.toArray(SpecOption<?>[]::new));
  }

  private static SpecOption<List<String>> texts(String name, String label) {
    return SpecOption.list(name, label, entries -> entries.texts(name));
  }

  /** Returns how the sides share the time: as the user says, or as suits them. */
  DuetMode mode() throws SpecException {
    DuetMode.Mode asked = MODE.read(given);
    return asked == null
        ? DuetMode.suiting(hasSettings(), compete())
        : new DuetMode(asked, "--mode says so");
  }

  /** Whether clients of a closed loop and a server compete for the processors of this machine. */
  private boolean compete() {
    return !shared
        && OPEN.stream().noneMatch(given::has)
        && !REPLAY.equals(given.text(SpecEntries.WORKLOAD))
        && Stream.of(A, B)
            .map(given::text)
            .anyMatch(url -> url != null && ServerLocation.isHere(url));
  }

  /**
   * Returns the same sides with the times that a duet has unless the user gives others.
   *
   * @param until whether the duet ends when its interval is narrow enough
   */
  DuetSides timed(boolean until) throws SpecException {
    boolean turns = mode().inTurns();
    SpecEntries timed = given;
    if (!given.has(RunOptions.SECONDS.name()) && (until || turns)) {
      timed =
          timed.with(RunOptions.SECONDS.name(), until ? "600" : Text.seconds(DuetMode.DURATION));
    }
    return new DuetSides(
        turns && !given.has(RunOptions.INTERVAL.name())
            ? timed.with(RunOptions.INTERVAL.name(), Text.seconds(DuetMode.INTERVAL))
            : timed,
        shared);
  }

  private boolean hasSettings() {
    return given.has(A + SETTING) || given.has(B + SETTING);
  }

  /**
   * Checks that there are two sides, with different tables unless they take turns.
   *
   * @throws SpecException if not
   */
  void check(Registry registry) throws SpecException {
    boolean turns = mode().inTurns();
    if (!turns && hasSettings()) {
      throw new SpecException(
          "--mode together: --a-sql and --b-sql need turns; give --mode alternating");
    }
    if (given.has(A + SETTING) != given.has(B + SETTING)) {
      throw new SpecException(
          "--%s-sql is missing: it sets back what the other side has set",
          given.has(A + SETTING) ? B : A);
    }
    if (given.has(URL)) {
      checkCommon(turns);
      return;
    }
    String other = turns ? "; for both on one database, give --url" : "";
    String a = given.required(A, "the URL of the first database" + other);
    String b = given.required(B, "the URL of the second database" + other);
    if (registry.canBeOneDatabase(DatabaseUrl.parse(a).url(), DatabaseUrl.parse(b).url())) {
      throw new SpecException(
          turns
              ? "--b is the database of --a: give --url for both; URLs of two servers need ports"
              : "--b is the database of --a: both sides would change the same tables; give another"
                  + " database, which may be on the same server; URLs of two servers need ports");
    }
  }

  /** Checks that both sides may have one database. */
  private void checkCommon(boolean turns) throws SpecException {
    if (!turns) {
      throw new SpecException(
          "--url: a duet has two databases; give --a URL and --b URL, or --mode alternating");
    }
    if (given.has(A) || given.has(B)) {
      throw new SpecException("--url is the database of both sides; leave --a and --b out");
    }
    SpecOption.check(
        "--fresh",
        !given.flag(RunOptions.FRESH.name()),
        "left out: both sides have the same tables");
  }

  /** Returns the command line of a run that is this side. */
  private SpecEntries of(String side) {
    String own = side + "-";
    List<Entry> entries = new ArrayList<>();
    List<Entry> others =
        given.all().stream()
            .filter(entry -> OWN.stream().anyMatch(name -> entry.key().equals(own + name)))
            .toList();
    for (Entry entry : given.all()) {
      if (entry.key().equals(side)) {
        entries.add(new Entry(URL, entry.text()));
      } else if (!isOfASide(entry)
          && others.stream().noneMatch(each -> replaces(own, each, entry))) {
        entries.add(entry);
      }
    }
    others.forEach(each -> entries.add(new Entry(each.key().substring(own.length()), each.text())));
    return new SpecEntries(entries);
  }

  private static boolean isOfASide(Entry entry) {
    return Stream.of(A, B)
        .anyMatch(
            side ->
                entry.key().equals(side)
                    || entry.key().equals(side + SETTING)
                    || OWN.stream().anyMatch(name -> entry.key().equals(side + "-" + name)));
  }

  /** Whether an option of a side replaces one of both sides: a setting of the same name does. */
  private static boolean replaces(String own, Entry each, Entry entry) {
    boolean list = entry.key().equals("p");
    return each.key().equals(own + entry.key()) && (!list || name(each).equals(name(entry)));
  }

  private static String name(Entry setting) {
    return setting.text().split("=", 2)[0].strip();
  }

  /** Returns the credentials of a side. */
  Credentials credentials(CommandContext program, String side, PasswordSource.Prompt prompt)
      throws SpecException {
    return PasswordSource.find(program, of(side), prompt);
  }

  /**
   * Returns the job of a side: half of the threads, or all in turns.
   *
   * @param out directory of its results
   */
  RunJob job(CommandContext program, String side, Credentials credentials, Path out)
      throws SpecException {
    RunSpec spec = program.reader().read(of(side));
    if (mode().inTurns()) {
      RunSpec own = spec.with(RunOptions.BEFORE, given.texts(side + SETTING)).to(out);
      return RunJob.of(own, program.registry(), credentials);
    }
    int threads = spec.get(RunOptions.THREADS);
    SpecOption.check(
        "--threads",
        threads % 2 == 0 || !given.has(RunOptions.THREADS.name()),
        "even: each side has half of them");
    RunSpec half = spec.with(RunOptions.THREADS, Math.max(1, threads / 2)).to(out);
    return RunJob.of(half, program.registry(), credentials);
  }

  /**
   * Checks that several load machines can generate the load of both sides.
   *
   * @param machines number of machines
   * @throws SpecException if not
   */
  void checkShared(CommandContext program, DuetLauncher.Logins logins, int machines)
      throws SpecException {
    SpecOption.check(
        "--agents", !mode().inTurns(), "left out: sides that take turns have one load machine");
    for (String side : List.of(A, B)) {
      job(program, side, logins.of(side), Path.of(side)).checkShared(machines);
    }
  }

  /** Returns what the user calls a side: its URL without secrets, and its own options. */
  String name(String side, RunJob job) {
    String own =
        given.all().stream()
            .filter(entry -> entry.key().startsWith(side + "-"))
            .map(entry -> " " + entry.text())
            .collect(Collectors.joining());
    return job.spec().url() + own;
  }
}
