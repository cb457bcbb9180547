package io.stallmark.experiment;

import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Database options of the command line of an experiment: {@code --url} and {@code --without}. */
public final class DatabaseAddresses {

  private static final String URL = "--url";

  private DatabaseAddresses() {}

  /**
   * Returns the databases with these addresses instead of those in the file.
   *
   * @param urls addresses in the form {@code NAME=URL}
   * @throws SpecException if a name is unknown or occurs twice
   */
  static Map<String, ExperimentDatabase> given(
      List<String> urls, Map<String, ExperimentDatabase> inFile) throws SpecException {
    Map<String, ExperimentDatabase> databases = new LinkedHashMap<>(inFile);
    Set<String> given = new HashSet<>();
    for (String text : urls) {
      int equals = Math.max(0, text.indexOf('='));
      String name = text.substring(0, equals);
      require(URL, name, inFile.keySet());
      if (!given.add(name)) {
        throw new SpecException("--url gives " + name + " twice");
      }
      DatabaseUrl url = DatabaseUrl.parse(text.substring(equals + 1));
      databases.computeIfPresent(name, (same, place) -> place.at(url));
    }
    return databases;
  }

  /**
   * Returns the databases whose runs the user leaves out.
   *
   * @throws SpecException if a name is unknown
   */
  public static Set<String> without(List<String> names, Experiment experiment)
      throws SpecException {
    for (String name : names) {
      require("--without", name, experiment.databases().keySet());
    }
    return Set.copyOf(names);
  }

  /**
   * Checks the name of a database. The message does not contain a malformed name, because it may be
   * a URL with a password.
   */
  private static void require(String option, String name, Set<String> names) throws SpecException {
    if (!ExperimentReader.isLabel(name)) {
      String what = option.equals(URL) ? option + " takes NAME=URL; NAME" : option;
      throw new SpecException(what + " is one of " + String.join(", ", names));
    }
    if (!names.contains(name)) {
      throw new SpecException(
          "%s: the experiment has no database '%s': %s",
          option, name, NearestWord.hint(name, names));
    }
  }

  /** Returns the error message for a database without an address. */
  public static String missing(ExperimentDatabase place, ExperimentPlan plan, Path file) {
    long runs = plan.runs().stream().filter(run -> run.place().equals(place)).count();
    return Text.format(
        "The address of database %s of %s is missing: give --url %s=scheme://user@host:port/database, or --without %s to leave its %s out",
        place.name(), file, place.name(), place.name(), runs == 1 ? "run" : runs + " runs");
  }
}
