package io.stallmark.tables;

import io.stallmark.spi.Database;
import io.stallmark.spi.Database.Cache;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits the size of a server's cache for the time of a run. A cache that is smaller than the limit
 * is not changed. Thread-safe.
 */
public final class CacheLimit implements AutoCloseable {

  private final Database database;
  private final AnswerWatch watch;
  private final Consumer<String> warning;
  private volatile @Nullable Cache changed;
  private long before;

  /**
   * Creates the limit; does not change the server.
   *
   * @param watch ends a change that the server does not answer
   * @param warning receives a sentence when the original size cannot be restored
   */
  public CacheLimit(Database database, AnswerWatch watch, Consumer<String> warning) {
    this.database = database;
    this.watch = watch;
    this.warning = warning;
  }

  /**
   * Reduces the cache to the limit if it is larger.
   *
   * @param storage storage options of the run's tables
   * @param most limit in bytes
   * @return a sentence about the current size
   * @throws DbException REFUSED when the cache is larger and cannot be resized, or its size is not
   *     reported
   */
  public String set(Map<String, String> storage, long most)
      throws DbException, InterruptedException {
    return watch.run(() -> limited(storage, most));
  }

  private synchronized String limited(Map<String, String> storage, long most) throws DbException {
    Cache cache =
        database
            .cache(storage)
            .orElseThrow(
                () ->
                    DbException.refused(
                        "cache",
                        "The server does not report the size of its cache for these tables, so"
                            + " --cache cannot limit it; start the server with a small cache,"
                            + " without --cache"));
    before = cache.bytes();
    if (before <= most) {
      return describe(cache, before) + " as it is";
    }
    changed = cache;
    cache.resize(most);
    return describe(cache, cache.bytes()) + " for this run, " + bytes(before) + " otherwise";
  }

  private static String describe(Cache cache, long bytes) {
    return "The server's cache, " + cache.name() + ", holds " + bytes(bytes);
  }

  private static String bytes(long bytes) {
    return Text.format("%,d bytes", bytes);
  }

  /** Restores the size as {@link #restore} does, unless the server does not answer. */
  @Override
  public void close() {
    if (changed == null) {
      return;
    }
    try {
      watch.run(
          () -> {
            restore();
            return this;
          });
    } catch (DbException | InterruptedException e) {
      warn(e);
    }
  }

  /** Restores the size from before the run, once. Never throws; waits for the server. */
  public synchronized void restore() {
    Cache cache = changed;
    changed = null;
    try {
      if (cache != null && cache.bytes() != before) {
        cache.resize(before);
      }
    } catch (DbException e) {
      warn(e);
    }
  }

  private void warn(Exception reason) {
    warning.accept(
        "The size of the server's cache is not restored, it was "
            + bytes(before)
            + " before the run. "
            + reason.getMessage());
  }
}
