package io.stallmark.plan;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.BindingOptions;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.workload.Setting;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Rejects options that a binding does not declare, before the database is opened. */
public final class DeclaredOptions {

  private DeclaredOptions() {}

  /**
   * Checks {@code --tls}, {@code --tls-ca}, {@code --driver}, {@code --protocol} and {@code
   * --storage}.
   *
   * @param storage keys of the storage options
   * @throws SpecException when the binding does not declare an option; the message has the option
   *     and the declared values
   */
  public static void check(Binding binding, Target target, Collection<String> storage)
      throws SpecException {
    BindingOptions options = binding.options();
    Tls tls = target.tls();
    if (tls.mode() != Tls.Mode.UNSAID && !options.tls().contains(tls.mode())) {
      throw refusal(
          "--tls", Setting.word(tls.mode()), binding, options.tls().stream().map(Setting::word));
    }
    if (tls.ca() != null && !options.tls().contains(Tls.Mode.VERIFY)) {
      throw refusal("--tls-ca", tls.ca().toString(), binding, Stream.of());
    }
    if (target.driver() != null && !options.drivers().contains(target.driver())) {
      throw refusal("--driver", target.driver(), binding, options.drivers().stream());
    }
    if (target.protocol() != null && !options.protocol()) {
      throw refusal("--protocol", Setting.word(target.protocol()), binding, Stream.of());
    }
    for (String key : storage) {
      Set<String> keys = options.storage();
      if (!keys.contains(BindingOptions.ANY_KEY) && !keys.contains(key)) {
        throw refusal("--storage", key, binding, keys.stream());
      }
    }
  }

  /**
   * Checks {@code --cache}.
   *
   * @throws SpecException when the binding cannot set the size of the server's cache
   */
  public static void checkCache(Binding binding) throws SpecException {
    if (!binding.options().cache()) {
      throw new SpecException("--cache: the %s binding cannot set a cache's size", binding.name());
    }
  }

  private static SpecException refusal(
      String option, String value, Binding binding, Stream<String> known) {
    List<String> values = known.sorted().toList();
    return new SpecException(
        "%s %s: the %s binding %s",
        option,
        value,
        binding.name(),
        values.isEmpty()
            ? "has no such option"
            : "does not have it: " + NearestWord.hint(value, values));
  }
}
