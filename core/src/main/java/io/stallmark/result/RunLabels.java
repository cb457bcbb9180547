package io.stallmark.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the user calls a run. It does not affect the measurement.
 *
 * @param name name of the run; null: none
 * @param tags tags in the given order
 */
public record RunLabels(@Nullable String name, Map<String, String> tags) {

  /** No name and no tags. */
  public static final RunLabels NONE = new RunLabels(null, Map.of());

  public RunLabels {
    tags = Collections.unmodifiableMap(new LinkedHashMap<>(AbsentValue.empty(tags)));
  }

  /** Returns name and tags for readers: {@code nightly commit=1a2b}; empty: there are none. */
  public String description() {
    return Stream.concat(
            Stream.ofNullable(name),
            tags.entrySet().stream().map(tag -> tag.getKey() + "=" + tag.getValue()))
        .collect(Collectors.joining(" "));
  }
}
