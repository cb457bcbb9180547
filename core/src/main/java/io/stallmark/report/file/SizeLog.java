package io.stallmark.report.file;

import io.stallmark.analysis.cost.StoredSize;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.file.CsvTable.Column;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableSize;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Log {@code size.csv}: size of the tables on disk over time. Asks on a separate thread, because a
 * stalled server must not delay the measurement. There is no such file if the binding cannot report
 * sizes.
 */
public final class SizeLog implements Closeable {

  static final String FILE = "size.csv";

  private static final int DIGITS = 3;

  private record SizeRow(long at, TableSize size, StoredSize stored) {}

  private static final CsvTable<SizeRow> TABLE =
      new CsvTable<>(
          FILE,
          List.of(
              new Column<>("at_s", row -> FigureFormat.exactSeconds(row.at)),
              new Column<>("data_bytes", row -> Long.toString(row.size.dataBytes())),
              new Column<>("index_bytes", row -> Long.toString(row.size.indexBytes())),
              new Column<>("file_bytes", row -> text(row.size.fileBytes())),
              new Column<>("rows", row -> text(row.stored.rows())),
              new Column<>("stored_bytes_per_row", row -> text(row.stored.bytesPerRow())),
              new Column<>("space_amplification", row -> text(row.stored.spaceAmplification()))));

  /**
   * Minimum ratio of the pause to the duration of a query for the size, to disturb the server
   * little.
   */
  private static final int PAUSE_FACTOR = 50;

  /** Source of the sizes. */
  public interface Source {

    /**
     * Returns the size of the tables; empty: the binding cannot report it.
     *
     * @param settled whether the server first updates its statistics, as before and after the
     *     measurement
     */
    Optional<TableSize> size(boolean settled) throws DbException;
  }

  private final Source source;
  private final Function<TableSize, StoredSize> stored;
  private final long origin;
  private final long interval;
  private final Thread thread = new Thread(this::watch, "size");
  private final CsvFile<SizeRow> file;
  private @Nullable TableSize first;
  private @Nullable TableSize last;
  private boolean over;

  /**
   * Asks for the size once, then repeatedly on another thread until the log is ended or closed.
   *
   * @param stored adds the logical size to a size
   * @param origin start of the measurement on the clock of {@link System#nanoTime}
   * @param interval minimum time between two queries, nanoseconds
   */
  public SizeLog(
      Path directory,
      Source source,
      Function<TableSize, StoredSize> stored,
      long origin,
      long interval)
      throws IOException {
    file = new CsvFile<>(directory, TABLE);
    this.source = source;
    this.stored = stored;
    this.origin = origin;
    this.interval = interval;
    thread.setDaemon(true);
    first = ask(true);
    if (first != null) {
      thread.start();
    }
  }

  /** Asks for the last time, with updated statistics, and stops the thread. */
  public void end() throws IOException {
    stop();
    if (first != null) {
      last = ask(true);
    }
  }

  /** Returns the size before the measurement; null: the binding cannot report it. */
  public @Nullable TableSize first() {
    return first;
  }

  /** Returns the size at the end; null: not reported. */
  public @Nullable TableSize last() {
    return last;
  }

  private void watch() {
    try {
      long before = Long.MAX_VALUE;
      long pause = interval;
      while (waited(pause)) {
        long start = System.nanoTime();
        ask(false);
        long took = System.nanoTime() - start;
        // One slow answer is a stall, which the series should show; two mean a slow query.
        pause = Math.max(interval, PAUSE_FACTOR * Math.min(before, took));
        before = took;
      }
    } catch (IOException e) {
      // a full disk fails the other files too, which report it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits; returns whether to ask again. */
  private synchronized boolean waited(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    long left = nanos;
    while (!over && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = until - System.nanoTime();
    }
    return !over;
  }

  /** Asks for the size; null: there was no answer. The run continues without it. */
  private @Nullable TableSize ask(boolean settled) throws IOException {
    try {
      TableSize size = source.size(settled).orElse(null);
      if (size != null) {
        append(size, settled);
      }
      return size;
    } catch (DbException e) {
      return null;
    } catch (RuntimeException e) {
      // A driver that was closed during a query may throw any exception, and a defect here must not
      // lose the results of a long run.
      return null;
    }
  }

  private synchronized void append(TableSize size, boolean settled) throws IOException {
    if (over && !settled) {
      return; // an answer after the end
    }
    long at = (System.nanoTime() - origin) / 1000 * 1000; // to the microsecond
    file.append(new SizeRow(at, size, stored.apply(size)));
  }

  private static String text(OptionalLong count) {
    return count.isPresent() ? Long.toString(count.getAsLong()) : "";
  }

  private static String text(OptionalDouble figure) {
    return FigureFormat.decimal(figure.orElse(Double.NaN), DIGITS);
  }

  private synchronized void stop() {
    over = true;
    notifyAll();
  }

  @Override
  public void close() throws IOException {
    stop();
    file.close();
  }
}
