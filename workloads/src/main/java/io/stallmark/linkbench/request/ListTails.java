package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.spi.workload.Slice;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lists that were longer than what was read of them, and how far that was; a list once. When
 * there is no room for another, one chosen at random is forgotten. Not thread-safe.
 *
 * <p>The original has an index of the lists to remember none twice, and forgets to take out of it
 * what leaves any place but the last: those lists are never remembered again. Here they may be,
 * unless that is to be as coded ({@code LinkBenchRequest.removeTailCacheEntry}).
 */
final class ListTails {

  static final int MOST = 2048;

  /**
   * Those of a run. Clients that follow each other as one slice, after a lost connection, go on
   * with the same, as a requester of the original does. Thread-safe.
   */
  static final class OfClients {

    private final Map<Integer, ListTails> tails = new ConcurrentHashMap<>();
    private final boolean again;

    OfClients(FidelityOptions fidelity) {
      again = fidelity.remembersAgain();
    }

    /** Forgets all. */
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

  /** Whether a list that was forgotten may be remembered again. */
  private final boolean again;

  /** The id1s and types of those that may not, one after the other. */
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

  /** Of the last link read. */
  long time(int tail) {
    return times[tail];
  }

  /** A list that is remembered already stays where it is: nothing is drawn. */
  void remember(Rng rng, long id1, long linkType, long time) {
    if (isKnown(id1, linkType)) {
      return;
    }
    int tail = size < MOST ? size++ : leave((int) rng.uniform(0, MOST - 1));
    id1s[tail] = id1;
    types[tail] = linkType;
    times[tail] = time;
  }

  /** A search of all is nothing beside the thousands of links that have just been read. */
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

  /** Makes a place free, and returns it. */
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

  /** More of the list has been read. */
  void advance(int tail, long time) {
    times[tail] = time;
  }

  /** The list came to its end. */
  void forget(int tail) {
    leave(tail);
    size--;
    id1s[tail] = id1s[size];
    types[tail] = types[size];
    times[tail] = times[size];
  }
}
