package io.stallmark.run.duet;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Processors of the clients of a duet: client i of one side has those of client i of the other
 * side. Otherwise the operating system's scheduler prefers one side for many seconds, because its
 * clients happen to share processors with fewer others. Only on Linux: elsewhere the scheduler
 * decides.
 */
public final class PairProcessors {

  /** Bytes of a set of processors; at least those of the kernel's, which has 8192 at most. */
  private static final int BYTES = 1024;

  private PairProcessors() {}

  /** Functions of the C library; see sched_setaffinity(2). The thread 0 is the calling one. */
  private interface Scheduler extends Library {
    int sched_getaffinity(int thread, NativeLong bytes, byte[] processors);

    int sched_setaffinity(int thread, NativeLong bytes, byte[] processors);
  }

  /**
   * Restricts the calling thread to the processors of its pair. Without effect where the system
   * does not allow it.
   *
   * @param client index of the client on its side
   * @param clients number of clients of a side
   */
  public static void take(int client, int clients) {
    if (!Platform.isLinux()) {
      return;
    }
    try {
      Scheduler scheduler = Native.load(Platform.C_LIBRARY_NAME, Scheduler.class);
      NativeLong length = new NativeLong(BYTES);
      byte[] processors = new byte[BYTES];
      if (scheduler.sched_getaffinity(0, length, processors) >= 0) {
        byte[] share = of(client, clients, BitSet.valueOf(processors)).toByteArray();
        scheduler.sched_setaffinity(0, length, Arrays.copyOf(share, BYTES));
      }
    } catch (LinkageError e) {
      return; // JNA does not know this platform
    }
  }

  /**
   * Returns the processors of a pair. With fewer pairs than processors, a pair has several, and
   * both of its clients may run at the same time.
   */
  static BitSet of(int pair, int pairs, BitSet allowed) {
    int[] processors = allowed.stream().toArray();
    BitSet share = new BitSet();
    for (int i = pair % processors.length; i < processors.length; i += pairs) {
      share.set(processors[i]);
    }
    return share;
  }
}
