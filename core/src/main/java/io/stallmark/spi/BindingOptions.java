package io.stallmark.spi;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of a user that a binding honours. The core refuses every other one before anything is
 * opened, so that no binding ignores an option silently.
 *
 * @param embedded the URL of a server that the binding starts itself; null: it has none
 * @param tls the modes of {@code --tls} besides UNSAID
 * @param drivers the values of {@code --driver}
 * @param storage the keys of {@code --storage}; with {@link #ANY_KEY} in it, the server decides
 * @param cache whether {@code --cache} resizes the server's cache
 */
public record BindingOptions(
    @Nullable String embedded,
    Set<Tls.Mode> tls,
    Set<String> drivers,
    Set<String> storage,
    boolean cache) {

  /** A storage key that is every key. */
  public static final String ANY_KEY = "*";

  /** A binding that honours none of them. */
  public static final BindingOptions NONE =
      new BindingOptions(null, Set.of(), Set.of(), Set.of(), false);

  public BindingOptions {
    tls = Set.copyOf(tls);
    drivers = Set.copyOf(drivers);
    storage = Set.copyOf(storage);
  }
}
