package io.stallmark.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Number of errors by class and by the server's error code. Thread-safe. */
public final class ErrorCounts {

  private final ConcurrentMap<Key, Entry> entries = new ConcurrentHashMap<>();

  ErrorCounts() {}

  private record Key(String kind, String code) {}

  private record Entry(String example, LongAdder count) {}

  /**
   * Errors of one class and code.
   *
   * @param kind retry, duplicate_key, connection, refused or fatal
   * @param code the server's error code
   * @param count number of errors
   * @param example message of the first error
   */
  public record ErrorClass(String kind, String code, long count, String example) {}

  public void count(String kind, String code, String message) {
    entries
        .computeIfAbsent(new Key(kind, code), key -> new Entry(message, new LongAdder()))
        .count()
        .increment();
  }

  /** Classes of the errors so far, most frequent first. */
  public List<ErrorClass> classes() {
    List<ErrorClass> classes = new ArrayList<>();
    entries.forEach(
        (key, entry) ->
            classes.add(
                new ErrorClass(key.kind(), key.code(), entry.count().sum(), entry.example())));
    classes.sort(
        Comparator.comparingLong(ErrorClass::count)
            .reversed()
            .thenComparing(ErrorClass::kind)
            .thenComparing(ErrorClass::code));
    return classes;
  }
}
