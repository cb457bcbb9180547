package io.stallmark.transfer.existing;

import io.stallmark.spi.DbException;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.format.BadInput;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What the clients of one export share. Thread-safe. */
final class ExportRun {

  private final ExportTarget target;
  private final KeyDivision division;
  private ContentSum exported = ContentSum.EMPTY;
  private long bytes;
  private final Deque<Long> interrupted = new ArrayDeque<>(); // ranges, guarded by this
  private long repeated;
  private long next;
  private long done;
  private long begin;
  private long end;
  private @Nullable BadInput failure;

  ExportRun(ExportTarget target, KeyDivision division) {
    this.target = target;
    this.division = division;
  }

  /** Returns the number of the next range to export; −1: there is none. */
  synchronized long nextRange() {
    begin = begin == 0 ? System.nanoTime() : begin;
    if (failure != null) {
      return -1;
    }
    if (!interrupted.isEmpty()) {
      repeated++;
      return interrupted.remove();
    }
    return next < division.ranges() ? next++ : -1;
  }

  /** Gives back a range whose connection was lost, to be exported again. */
  synchronized void giveBack(long range) {
    interrupted.add(range);
  }

  /** Number of ranges that were exported again after a lost connection. */
  synchronized long repeated() {
    return repeated;
  }

  synchronized void exported(ContentSum range, long written) {
    exported = exported.and(range);
    bytes += written;
    done++;
    end = System.nanoTime();
  }

  /** Time from the first range to the end of the last one, nanoseconds. */
  synchronized long nanos() {
    return Math.max(0, end - begin);
  }

  /** Ends the run with a failure; the first one is kept. */
  synchronized DbException fail(BadInput cause) {
    failure = failure == null ? cause : failure;
    return ExistingTableScenario.failed(cause);
  }

  ExportTarget target() {
    return target;
  }

  KeyDivision division() {
    return division;
  }

  synchronized @Nullable BadInput failure() {
    return failure;
  }

  /** Number of ranges that were not exported. */
  synchronized long left() {
    return division.ranges() - done;
  }

  synchronized ContentSum exported() {
    return exported;
  }

  /** Number of bytes in the files, before compression. */
  synchronized long bytes() {
    return bytes;
  }
}
