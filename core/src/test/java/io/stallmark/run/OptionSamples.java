package io.stallmark.run;

import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of each option, which is not its default, by what its label says. */
public final class OptionSamples {

  private static final Map<String, String> BY_LABEL =
      Map.of(
          "N", "7",
          "TIME", "700ms",
          "PERCENT", "7",
          "BYTES", "10M",
          "HOST:PORT", "h:9100",
          "prometheus:[HOST:]PORT", "prometheus:[::1]:9404",
          "KEY=VALUE", "a=b",
          "KEY=VALUE,…", "a=b",
          "RATES", "100@10s,100..500@1m,0.5",
          "'METRIC<VALUE'", "p99<200ms");

  private OptionSamples() {}

  /** What {@code run.json} has of the value. */
  public static <T> Map<String, Object> stored(SpecOption<T> option) throws SpecException {
    SpecEntries given = new SpecEntries(List.of()).with(option.name(), of(option));
    Map<String, Object> stored = new LinkedHashMap<>();
    option.store(option.required(given), stored);
    return stored;
  }

  /** The last of several words, or else a text of this kind. */
  public static String of(SpecOption<?> option) {
    String label = option.label();
    return option.isFlag()
        ? "true"
        : label.contains("|")
            ? label.substring(label.lastIndexOf('|') + 1)
            : BY_LABEL.getOrDefault(label, "x");
  }
}
