package io.stallmark.experiment;

import io.stallmark.spec.DatabaseUrl;
import java.util.Map;
import java.util.Optional;

/**
 * A database of an experiment.
 *
 * @param url empty: nobody has said where it is
 * @param options of {@code stallmark run} that go with the address, without dashes
 */
public record ExperimentDatabase(
    String name, Optional<DatabaseUrl> url, Map<String, String> options) {

  private static final String EMBEDDED = "embedded:";

  /** Whether every command brings a server of its own there, with nothing in it. */
  public boolean embedded() {
    return url.filter(address -> address.url().startsWith(EMBEDDED)).isPresent();
  }

  /** The same at an address. */
  public ExperimentDatabase at(DatabaseUrl address) {
    return new ExperimentDatabase(name, Optional.of(address), options);
  }
}
