package io.stallmark.experiment;

import io.stallmark.run.RunOptions;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One duet of an experiment; it is equivalent to one {@code stallmark duet}.
 *
 * @param name name of the duet's directory, unique in the experiment
 * @param a run that is side A
 * @param b run that is side B
 * @param entries equivalent command line of {@code stallmark duet}, without the options for results
 *     and for load machines
 * @param machines options for load machines; empty: this process generates the load
 */
public record PlannedDuet(
    String name, PlannedRun a, PlannedRun b, SpecEntries entries, List<String> machines) {

  /** Options that a side of a duet can have alone. */
  private static final List<String> OWN =
      List.of(SpecEntries.SETTING, "storage", "driver", "protocol");

  private static final String URL = "url";

  /**
   * Creates the duet of two runs.
   *
   * @param ofA entries of run A
   * @param ofB entries of run B
   * @throws SpecException if the runs differ in what the sides of a duet have in common
   */
  static PlannedDuet of(String name, PlannedRun a, SpecEntries ofA, PlannedRun b, SpecEntries ofB)
      throws SpecException {
    List<Entry> entries = new ArrayList<>();
    for (Entry entry : ofA.all()) {
      if (ofB.all().contains(entry) && !entry.key().equals(URL)) {
        entries.add(entry);
      }
    }
    entries.addAll(1, List.of(new Entry("a", url(a)), new Entry("b", url(b))));
    addOwn(name, "a", ofA, ofB, entries);
    addOwn(name, "b", ofB, ofA, entries);
    if (a.spec().get(RunOptions.VERIFY)) {
      entries.add(new Entry(RunOptions.VERIFY.name(), SpecEntries.SET));
    }
    entries.add(new Entry(RunOptions.FRESH.name(), SpecEntries.SET));
    return new PlannedDuet(name, a, b, new SpecEntries(entries), List.of());
  }

  private static String url(PlannedRun run) {
    ExperimentDatabase place = run.place();
    return place.url().isPresent() ? place.url().get().url() : "the URL of " + place.name();
  }

  /** Adds the entries that only one side has. */
  private static void addOwn(
      String name, String side, SpecEntries its, SpecEntries others, List<Entry> entries)
      throws SpecException {
    for (Entry entry : its.all()) {
      if (others.all().contains(entry) || entry.key().equals(URL)) {
        continue;
      }
      if (!OWN.contains(entry.key())) {
        throw new SpecException(
            "Duet %s: its sides differ in %s, which the sides of a duet have in common; put"
                + " another axis into pairs",
            name, entry.key());
      }
      entries.add(new Entry(side + "-" + entry.key(), entry.text()));
    }
  }

  /** Returns the same duet, in a mode; null: in that which {@code stallmark duet} chooses. */
  PlannedDuet in(@Nullable String mode) {
    List<Entry> all = new ArrayList<>(entries.all());
    if (mode != null) {
      all.add(new Entry("mode", mode));
    }
    return new PlannedDuet(name, a, b, new SpecEntries(all), machines);
  }

  /** Returns the same duet, whose load several machines generate. */
  PlannedDuet with(List<String> options) {
    return new PlannedDuet(name, a, b, entries, options);
  }

  /** Returns the arguments of {@code stallmark duet}, without the option for results. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>(entries.arguments(RunOptions.FLAGS));
    arguments.addAll(machines);
    return arguments;
  }

  /**
   * Returns the complete arguments of {@code stallmark}.
   *
   * @param out directory for the results
   */
  public List<String> command(String out) {
    List<String> command = new ArrayList<>(List.of("duet"));
    command.addAll(arguments());
    command.addAll(List.of("--out", out));
    return command;
  }

  /** Returns the names of the databases of both sides. */
  public String places() {
    String first = a.place().name();
    return first.equals(b.place().name()) ? first : first + ", " + b.place().name();
  }
}
