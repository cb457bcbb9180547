package io.stallmark.it;

import java.util.concurrent.TimeUnit;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/** What the host of this virtual machine takes of its processors, by the kernel's own count. */
final class HostWatch implements AutoCloseable {

  /** OSHI reads no more often than each 300 ms. */
  private static final long EVERY_MILLIS = 500;

  private final CentralProcessor processors = new SystemInfo().getHardware().getProcessor();
  private final Thread watch = new Thread(this::watch, "host-watch");
  private volatile long longest;

  HostWatch() {
    watch.setDaemon(true);
    watch.start();
  }

  private void watch() {
    long[][] before = processors.getProcessorCpuLoadTicks();
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
        long[][] now = processors.getProcessorCpuLoadTicks();
        for (int i = 0; i < now.length; i++) {
          int stolen = TickType.STEAL.getIndex();
          longest = Math.max(longest, now[i][stolen] - before[i][stolen]);
        }
        before = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // by close()
    }
  }

  /** The most that was taken from one processor between two looks. */
  long longestMillis() {
    return longest;
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
