package io.stallmark.spi;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Command-line options that a binding supports. The core refuses all other options before it opens
 * the database, so that no option is silently ignored.
 *
 * @param embedded URL of the embedded server, which the binding starts itself; null if there is
 *     none
 * @param tls supported modes of {@code --tls}, without UNSAID
 * @param drivers accepted values of {@code --driver}
 * @param protocol whether {@code --protocol} can choose between prepared statements and texts
 * @param storage accepted keys of {@code --storage}; if it contains {@link #ANY_KEY}, every key is
 *     accepted and the server checks it
 * @param cache whether {@code --cache} can resize the server's cache
 */
public record BindingOptions(
    @Nullable String embedded,
    Set<Tls.Mode> tls,
    Set<String> drivers,
    boolean protocol,
    Set<String> storage,
    boolean cache) {

  /** Wildcard for {@link #storage()}: every key is accepted. */
  public static final String ANY_KEY = "*";

  /** Options of a binding that supports none of them. */
  public static final BindingOptions NONE =
      new BindingOptions(null, Set.of(), Set.of(), false, Set.of(), false);

  /** Options of a binding that supports all of them, and passes every key to the server. */
  public static BindingOptions all(@Nullable String embedded, Set<String> drivers) {
    Set<Tls.Mode> tls = EnumSet.complementOf(EnumSet.of(Tls.Mode.UNSAID));
    return new BindingOptions(embedded, tls, drivers, true, Set.of(ANY_KEY), true);
  }

  public BindingOptions {
    tls = Set.copyOf(tls);
    drivers = Set.copyOf(drivers);
    storage = Set.copyOf(storage);
  }
}
