package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.spi.workload.Slice;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lists that filled the read limit, each once, with the time of the last link read. If all places
 * are in use, a new list replaces a random one. Not thread-safe.
 *
 * <p>The original keeps an index of these lists to remember none twice. It removes a list from the
 * index only if the list is in the last place. The other removed lists are never remembered again
 * ({@code LinkBenchRequest.removeTailCacheEntry}). Here they may be remembered again, except with
 * {@code list-memory=as-coded}.
 */
final class ListTails {

  static final int MOST = 2048;

  /**
   * Remembered lists of all clients of a run. After a lost connection, the next client of the same
   * slice continues with the same lists, as a requester of the original does. Thread-safe.
   */
  static final class OfClients {

    private final Map<Integer, ListTails> tails = new ConcurrentHashMap<>();
    private final boolean again;

    OfClients(FidelityOptions fidelity) {
      again = fidelity.remembersAgain();
    }

    /** Forgets all lists. */
    void begin() {
      tails.clear();
    }

    ListTails of(Slice slice) {
      return tails.computeIfAbsent(slice.index(), index -> new ListTails(again));
    }
  }

  private final long[] id1s = new long[MOST];
  private final long[] types = new long[MOST];
  private final long[] times = new long[MOST];
  private int size;

  /** Whether a forgotten list may be remembered again. */
  private final boolean again;

  /** Lists that may not be remembered again: id1 and type in turn. */
  private long[] gone = new long[0];

  private int goneSize;

  ListTails(boolean again) {
    this.again = again;
  }

  int size() {
    return size;
  }

  long id1(int tail) {
    return id1s[tail];
  }

  long linkType(int tail) {
    return types[tail];
  }

  /** Time of the last link read, in ms since 1970. */
  long time(int tail) {
    return times[tail];
  }

  /** Remembers a list. Does nothing and draws no random number if the list is already known. */
  void remember(Rng rng, long id1, long linkType, long time) {
    if (isKnown(id1, linkType)) {
      return;
    }
    int tail = size < MOST ? size++ : leave((int) rng.uniform(0, MOST - 1));
    id1s[tail] = id1;
    types[tail] = linkType;
    times[tail] = time;
  }

  /** Searches all lists, which is cheap compared with reading a list that filled the limit. */
  private boolean isKnown(long id1, long linkType) {
    for (int i = 0; i < size; i++) {
      if (id1s[i] == id1 && types[i] == linkType) {
        return true;
      }
    }
    for (int i = 0; i < goneSize; i += 2) {
      if (gone[i] == id1 && gone[i + 1] == linkType) {
        return true;
      }
    }
    return false;
  }

  /**
   * Records the list at a place as gone if it may not be remembered again.
   *
   * @return the place
   */
  private int leave(int tail) {
    if (!again && tail < size - 1) {
      if (goneSize == gone.length) {
        gone = Arrays.copyOf(gone, Math.max(MOST, 2 * goneSize));
      }
      gone[goneSize++] = id1s[tail];
      gone[goneSize++] = types[tail];
    }
    return tail;
  }

  /** Sets the time of the last link read. */
  void advance(int tail, long time) {
    times[tail] = time;
  }

  /** Removes a list that was read to its end. */
  void forget(int tail) {
    leave(tail);
    size--;
    id1s[tail] = id1s[size];
    types[tail] = types[size];
    times[tail] = times[size];
  }
}
