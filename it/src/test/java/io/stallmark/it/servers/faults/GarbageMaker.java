package io.stallmark.it.servers.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program whose collector of garbage always works, for at most a minute. */
final class GarbageMaker {

  private static final int THREADS = 4;
  private static final int KEPT = 1500; // of 10 kB

  private GarbageMaker() {}

  public static void main(String[] arguments) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    for (int i = 0; i < THREADS; i++) {
      new Thread(() -> make(end)).start();
    }
  }

  private static void make(long end) {
    List<byte[]> kept = new ArrayList<>();
    while (System.nanoTime() < end) {
      kept.add(new byte[10_000]);
      if (kept.size() > KEPT) {
        kept.subList(0, KEPT / 2).clear();
      }
    }
  }
}
