package io.stallmark.cli.compare;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
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
 */
record DuetSides(SpecEntries given) {

  static final String A = "a";
  static final String B = "b";

  /** Options that may differ between the sides. */
  private static final List<String> OWN = List.of("p", "storage", "driver");

  private static final String URL = "url";

  /** Begins URLs of which each run has another server. */
  private static final String EMBEDDED = "embedded:";

  static CommandSpec options() {
    List<SpecOption<?>> options = new ArrayList<>();
    for (String side : List.of(A, B)) {
      options.add(SpecOption.text(side, "URL"));
    }
    for (String side : List.of(A, B)) {
      options.add(texts(side + "-p", RunOptions.SETTING.label()));
      options.add(texts(side + "-storage", RunOptions.STORAGE.label()));
      options.add(SpecOption.text(side + "-driver", RunOptions.DRIVER.label()));
    }
    return JobOptions.of(options.toArray(SpecOption<?>[]::new));
  }

  private static SpecOption<List<String>> texts(String name, String label) {
    return SpecOption.list(name, label, entries -> entries.texts(name));
  }

  /**
   * Checks that there are two sides, with different tables.
   *
   * @throws SpecException if not
   */
  void check() throws SpecException {
    if (given.has(URL)) {
      throw new SpecException("--url: a duet has two databases; give --a URL and --b URL");
    }
    String a = given.required(A, "the URL of the first database");
    String b = given.required(B, "the URL of the second database");
    if (a.equals(b) && !a.startsWith(EMBEDDED)) {
      throw new SpecException(
          "--b is the database of --a: both sides would change the same tables; give another"
              + " database, which may be on the same server");
    }
  }

  /** Returns the command line of a run that is this side. */
  private SpecEntries of(String side) {
    String own = side + "-";
    List<Entry> entries = new ArrayList<>();
    List<Entry> others = given.all().stream().filter(entry -> entry.key().startsWith(own)).toList();
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
  Credentials credentials(CommandContext program, String side) throws SpecException {
    return PasswordSource.find(program, of(side));
  }

  /**
   * Returns the job of a side: half of the threads.
   *
   * @param out directory of its results
   */
  RunJob job(CommandContext program, String side, Credentials credentials, Path out)
      throws SpecException {
    RunSpec spec = program.reader().read(of(side));
    int threads = spec.get(RunOptions.THREADS);
    SpecOption.check(
        "--threads",
        threads % 2 == 0 || !given.has(RunOptions.THREADS.name()),
        "even: each side has half of them");
    RunSpec half = spec.with(RunOptions.THREADS, Math.max(1, threads / 2)).to(out);
    return RunJob.of(half, program.registry(), credentials);
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
