package io.stallmark.report.file;

import io.stallmark.analysis.cost.Stored;
import io.stallmark.report.Figures;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableSize;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code size.csv}: how the tables grow on disk, asked for on a thread of its own, since a server
 * that stalls must not hold up the measurement. There is no such file where the binding cannot say.
 */
public final class SizeLog implements Closeable {

  static final String FILE = "size.csv";

  private static final String HEAD =
      "at_s,data_bytes,index_bytes,file_bytes,rows,stored_bytes_per_row,space_amplification\n";

  private static final int DIGITS = 3;

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
  private final Function<TableSize, Stored> stored;
  private final Path directory;
  private final long origin;
  private final long interval;
  private final Thread thread = new Thread(this::watch, "size");
  private @Nullable AppendFile file;
  private @Nullable TableSize first;
  private @Nullable TableSize last;
  private boolean over;
  private boolean closed;

  /**
   * Asks once and goes on asking until it is ended or closed.
   *
   * @param stored what a size is of
   * @param origin when the measurement starts, on the clock of {@link System#nanoTime}
   * @param interval between two questions at the least, nanoseconds
   */
  public SizeLog(
      Path directory, Source source, Function<TableSize, Stored> stored, long origin, long interval)
      throws IOException {
    this.directory = directory;
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

  /** What it was at the end; null: nobody could say. */
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

  /** Returns whether to go on. */
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
    if (closed || (over && !settled)) {
      return; // an answer that came too late
    }
    AppendFile into = file;
    if (into == null) {
      into = new AppendFile(directory.resolve(FILE));
      into.append(HEAD);
      file = into;
    }
    Stored held = stored.apply(size);
    into.append(
        new StringJoiner(",", "", "\n")
            .add(Figures.exactMillis((System.nanoTime() - origin) / 1000))
            .add(Long.toString(size.dataBytes()))
            .add(Long.toString(size.indexBytes()))
            .add(text(size.fileBytes()))
            .add(text(held.rows()))
            .add(text(held.bytesPerRow()))
            .add(text(held.spaceAmplification()))
            .toString());
  }

  private static String text(OptionalLong bytes) {
    return bytes.isPresent() ? Long.toString(bytes.getAsLong()) : "";
  }

  private static String text(OptionalDouble figure) {
    return figure.isPresent()
        ? BigDecimal.valueOf(figure.getAsDouble())
            .setScale(DIGITS, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        : "";
  }

  private synchronized void stop() {
    over = true;
    notifyAll();
  }

  @Override
  public void close() throws IOException {
    stop();
    synchronized (this) {
      closed = true;
      if (file != null) {
        file.close();
        file = null;
      }
    }
  }
}
