package io.stallmark.experiment;

import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecException;
import java.util.Map;
import java.util.Optional;

/**
 * A database of an experiment.
 *
 * @param name name of the database in the file
 * @param url address of the database; empty if it has not been given
 * @param options connection options of {@code stallmark run}, without dashes
 */
public record ExperimentDatabase(
    String name, Optional<DatabaseUrl> url, Map<String, String> options) {

  private static final String EMBEDDED = "embedded:";

  /**
   * The only database of several runs.
   *
   * @param url its URL without secrets
   */
  public static ExperimentDatabase only(String url) throws SpecException {
    return new ExperimentDatabase("database", Optional.of(DatabaseUrl.parse(url)), Map.of());
  }

  /** Whether each command starts a separate, empty server. */
  public boolean embedded() {
    return url.filter(address -> address.url().startsWith(EMBEDDED)).isPresent();
  }

  /** The same database at another address. */
  public ExperimentDatabase at(DatabaseUrl address) {
    return new ExperimentDatabase(name, Optional.of(address), options);
  }
}
