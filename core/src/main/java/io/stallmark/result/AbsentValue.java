package io.stallmark.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces null, read from an older or a damaged file, by an empty value. */
final class AbsentValue {

  private AbsentValue() {}

  static String empty(@Nullable String text) {
    return text == null ? "" : text;
  }

  static <T> List<T> empty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  static <V> Map<String, V> empty(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : map;
  }
}
