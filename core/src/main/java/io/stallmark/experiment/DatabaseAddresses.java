package io.stallmark.experiment;

import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the command line says of an experiment's databases. */
public final class DatabaseAddresses {

  private static final String URL = "--url";

  private DatabaseAddresses() {}

  /**
   * The experiment with these addresses in place of the file's.
   *
   * @param urls {@code NAME=URL} each
   */
  public static Experiment given(List<String> urls, Experiment experiment) throws SpecException {
    Map<String, ExperimentDatabase> databases = new LinkedHashMap<>(experiment.databases());
    Set<String> given = new HashSet<>();
    for (String text : urls) {
      int equals = Math.max(0, text.indexOf('='));
      String name = text.substring(0, equals);
      require(URL, name, experiment);
      if (!given.add(name)) {
        throw new SpecException("--url gives " + name + " twice");
      }
      DatabaseUrl url = DatabaseUrl.parse(text.substring(equals + 1));
      databases.computeIfPresent(name, (same, place) -> place.at(url));
    }
    return experiment.with(databases);
  }

  /** The databases that the user does without. */
  public static Set<String> without(List<String> names, Experiment experiment)
      throws SpecException {
    for (String name : names) {
      require("--without", name, experiment);
    }
    return Set.copyOf(names);
  }

  /** Never repeats what may be a URL, and have a password in it. */
  private static void require(String option, String name, Experiment experiment)
      throws SpecException {
    Set<String> names = experiment.databases().keySet();
    if (!ExperimentReader.isLabel(name)) {
      throw new SpecException(
          option
              + (option.equals(URL) ? " takes NAME=URL; NAME" : "")
              + " is one of "
              + String.join(", ", names));
    }
    if (!names.contains(name)) {
      throw new SpecException(
          option
              + ": the experiment has no database '"
              + name
              + "': "
              + NearestWord.hint(name, names));
    }
  }

  /** What to do about a database that nobody knows the address of. */
  public static String missing(ExperimentDatabase place, ExperimentPlan plan, Path file) {
    long runs = plan.runs().stream().filter(run -> run.place().equals(place)).count();
    return "Where is the database %s of %s? Give --url %s=scheme://user@host:port/database, or --without %s to leave its %s out"
        .formatted(
            place.name(), file, place.name(), place.name(), runs == 1 ? "run" : runs + " runs");
  }
}
