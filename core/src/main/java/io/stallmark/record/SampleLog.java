package io.stallmark.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Ring buffer of samples with one writer, the client, and one reader at a time. Writing is
 * wait-free while there is room. Times are nanoseconds; ends are on the clock of {@link
 * System#nanoTime}.
 *
 * <p>Histograms per client, kind and clock would need too much memory. One with three digits up to
 * an hour takes 270 kB; 64 clients with 11 kinds and two clocks would need 380 MB. A ring takes 128
 * kB for any number of kinds.
 */
final class SampleLog {

  static final int CAPACITY = 4096;

  private static final int WORDS = 4;
  private static final int MASK = CAPACITY - 1;
  private static final int CODE_BITS = 16;
  private static final VarHandle WRITTEN = handle(MethodHandles.lookup(), "written", long.class);
  private static final VarHandle TAKEN = handle(MethodHandles.lookup(), "taken", long.class);

  private final long[] words = new long[CAPACITY * WORDS];

  @SuppressWarnings("UnusedVariable") // accessed through WRITTEN
  private long written;

  @SuppressWarnings("UnusedVariable") // accessed through TAKEN
  private long taken;

  private long head;
  private long room = CAPACITY;

  /** Receives the samples that {@link #take} removes. */
  interface Reader {
    void sample(int code, long end, long service, long response, long rows);
  }

  /** Whether another sample fits. For the writer. */
  boolean hasRoom() {
    if (room == 0) {
      room = CAPACITY - (head - (long) TAKEN.getAcquire(this));
    }
    return room > 0;
  }

  /** Appends a sample. For the writer, when {@link #hasRoom}. */
  void write(int code, long end, long service, long response, long rows) {
    int at = (int) (head & MASK) * WORDS;
    words[at] = end;
    words[at + 1] = service << CODE_BITS | code;
    words[at + 2] = response;
    words[at + 3] = rows;
    head++;
    room--;
    WRITTEN.setRelease(this, head);
  }

  /**
   * Removes the samples that ended before {@code until} and passes them on, in order. For the
   * reader.
   */
  void take(long until, Reader reader) {
    long last = (long) WRITTEN.getAcquire(this);
    long next = (long) TAKEN.getOpaque(this);
    for (; next < last; next++) {
      int at = (int) (next & MASK) * WORDS;
      long end = words[at];
      if (end - until >= 0) {
        break;
      }
      long packed = words[at + 1];
      reader.sample(
          (int) (packed & ((1 << CODE_BITS) - 1)),
          end,
          packed >>> CODE_BITS,
          words[at + 2],
          words[at + 3]);
    }
    TAKEN.setRelease(this, next);
  }

  /** Returns the handle of a field of the class that looks it up. */
  static VarHandle handle(MethodHandles.Lookup lookup, String field, Class<?> type) {
    try {
      return lookup.findVarHandle(lookup.lookupClass(), field, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
