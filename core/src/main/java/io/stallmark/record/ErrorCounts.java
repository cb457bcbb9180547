package io.stallmark.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Number of errors and of retries by class and by the server's error code. Thread-safe. */
public final class ErrorCounts {

  private final ConcurrentMap<Key, Entry> entries = new ConcurrentHashMap<>();

  ErrorCounts() {}

  private record Key(String kind, String code) {}

  private record Entry(String example, LongAdder count, LongAdder retries) {}

  /**
   * Errors of one class and code.
   *
   * @param kind retry, duplicate_key, connection, refused or fatal
   * @param code the server's error code
   * @param count number of errors: failed transactions
   * @param retries number of attempts that ended so and were repeated
   * @param example message of the first one
   */
  public record ErrorClass(String kind, String code, long count, long retries, String example) {}

  /** Counts a failed transaction. */
  public void count(String kind, String code, String message) {
    entry(kind, code, message).count().increment();
  }

  /** Counts an attempt that is repeated, which is no error. */
  public void retry(String kind, String code, String message) {
    entry(kind, code, message).retries().increment();
  }

  private Entry entry(String kind, String code, String message) {
    return entries.computeIfAbsent(
        new Key(kind, code), key -> new Entry(message, new LongAdder(), new LongAdder()));
  }

  /** Classes of the errors and retries so far, most frequent first. */
  public List<ErrorClass> classes() {
    List<ErrorClass> classes = new ArrayList<>();
    entries.forEach(
        (key, entry) ->
            classes.add(
                new ErrorClass(
                    key.kind(),
                    key.code(),
                    entry.count().sum(),
                    entry.retries().sum(),
                    entry.example())));
    classes.sort(
        Comparator.comparingLong(ErrorClass::count)
            .thenComparingLong(ErrorClass::retries)
            .reversed()
            .thenComparing(ErrorClass::kind)
            .thenComparing(ErrorClass::code));
    return classes;
  }
}
