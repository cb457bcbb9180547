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
 * {@code size.csv}: how the tables grow on disk, asked for on a separate thread, since a server
 * that stalls must not hold up the measurement. There is no such file where the binding cannot say.
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

  /** A question may take this share of the time, so that asking disturbs little. */
  private static final int PAUSE_FACTOR = 50;

  /** Where the figures come from. */
  public interface Source {

    /**
     * @param settled first lets the server bring its figures up to date; before and after the
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
   * Asks once, and again on another thread until it is ended or closed.
   *
   * @param stored what a size is of
   * @param origin when the measurement starts, on the clock of {@link System#nanoTime}
   * @param interval between two questions at the least, nanoseconds
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

  /** Asks for the last time, for figures that are up to date. */
  public void end() throws IOException {
    stop();
    if (first != null) {
      last = ask(true);
    }
  }

  /** What it was before the measurement; null: the binding cannot say. */
  public @Nullable TableSize first() {
    return first;
  }

  /** What it was at the end; null: not reported. */
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
        // One long answer is a stall, of which the series is to tell; two are a slow answer.
        pause = Math.max(interval, PAUSE_FACTOR * Math.min(before, took));
        before = took;
      }
    } catch (IOException e) {
      // the disk that is full for this file is so for the others, which complain
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits, and returns whether to ask again. */
  private synchronized boolean waited(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    long left = nanos;
    while (!over && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = until - System.nanoTime();
    }
    return !over;
  }

  /** Null: there was no answer, which is no reason to end a run. */
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
      // A driver that was closed under a question it still waited with says so in its own way, and
      // a defect here must not cost a run of hours its results.
      return null;
    }
  }

  private synchronized void append(TableSize size, boolean settled) throws IOException {
    if (over && !settled) {
      return; // an answer that came too late
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
