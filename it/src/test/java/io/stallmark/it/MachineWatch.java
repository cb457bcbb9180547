package io.stallmark.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at this machine every second, from the first test that needs it. Elsewhere than on Linux it
 * sees nothing, and the machine is fit.
 */
final class MachineWatch {

  private static final Path PROC = Path.of("/proc");
  private static final Path STAT = PROC.resolve("stat");
  private static final Path PRESSURE = PROC.resolve("pressure/io");
  private static final long EVERY_SECONDS = 1;

  /** Windows that must have been fit together before a test. */
  private static final int BEFORE = 3;

  /** Created by the first test that needs it. */
  private static final class Shared {
    static final MachineWatch WATCH = new MachineWatch();
  }

  private final OwnTime own =
      new OwnTime((int) ProcessHandle.current().pid(), new OwnContainers()::runs);
  private final List<MachineSample> samples = new ArrayList<>();

  private @Nullable Throwable failure;

  /** Windows for which tests may still wait in all: a container's end may keep the disk busy. */
  private int patience = 30;

  private MachineWatch() {
    if (Files.isReadable(STAT)) {
      Thread thread = new Thread(this::watch, "machine-watch");
      thread.setDaemon(true);
      thread.start();
    } else {
      patience = 0;
    }
  }

  static MachineWatch get() {
    return Shared.WATCH;
  }

  private boolean sees() {
    return Files.isReadable(STAT);
  }

  private void watch() {
    try {
      while (true) {
        add(sample());
        TimeUnit.SECONDS.sleep(EVERY_SECONDS);
      }
    } catch (Throwable e) {
      fail(e);
    }
  }

  private synchronized void fail(Throwable e) {
    failure = e;
    notifyAll();
  }

  private synchronized void add(MachineSample sample) {
    samples.add(sample);
    notifyAll();
  }

  /** The number of samples so far, for {@link #unfitSince}. */
  synchronized int now() {
    return samples.size();
  }

  /**
   * What keeps the machine from being fit, by the last seconds; empty: nothing. Waits for a while
   * until nothing does.
   */
  synchronized Optional<String> unfit() throws InterruptedException {
    if (!sees()) {
      return Optional.empty();
    }
    awaitSamples(BEFORE + 1);
    Optional<String> reason = last();
    while (reason.isPresent() && patience > 0) {
      patience--;
      awaitSamples(samples.size() + 1);
      reason = last();
    }
    return reason;
  }

  private Optional<String> last() {
    int last = samples.size() - 1;
    return Fitness.unfit(samples.get(last - BEFORE), samples.get(last));
  }

  private void awaitSamples(int count) throws InterruptedException {
    while (samples.size() < count) {
      if (failure != null) {
        throw new IllegalStateException("nobody looks at the machine any more", failure);
      }
      wait();
    }
  }

  /** The first thing that kept the machine from being fit for a second since a sample. */
  synchronized Optional<String> unfitSince(int sample) throws InterruptedException {
    if (!sees()) {
      return Optional.empty();
    }
    awaitSamples(samples.size() + 1); // the second under way
    return Fitness.everUnfit(samples.subList(Math.max(0, sample - 1), samples.size()));
  }

  private MachineSample sample() throws IOException {
    String[] cpu = Files.readString(STAT).lines().findFirst().orElseThrow().split("\\s+");
    // cpu user nice system idle iowait irq softirq steal …; interrupts belong to no program
    long busy = Long.parseLong(cpu[1]) + Long.parseLong(cpu[2]) + Long.parseLong(cpu[3]);
    long nanos = System.nanoTime();
    return new MachineSample(nanos, busy, own.ticks(processes()), Long.parseLong(cpu[8]), waited());
  }

  /** "some avg10=… avg60=… avg300=… total=MICROSECONDS". */
  private static long waited() {
    try {
      String some = Files.readAllLines(PRESSURE).get(0);
      return Long.parseLong(some.substring(some.indexOf("total=") + "total=".length()));
    } catch (IOException e) {
      return -1; // a kernel without it, or that has it turned off
    }
  }

  private static List<ProcessTime> processes() throws IOException {
    List<Integer> pids = new ArrayList<>();
    try (Stream<Path> all = Files.list(PROC)) {
      all.map(path -> path.getFileName().toString())
          .filter(name -> name.matches("\\d+"))
          .forEach(name -> pids.add(Integer.valueOf(name)));
    }
    // Children mostly first: what one used that ends meanwhile is counted twice, and not never.
    pids.sort(Comparator.reverseOrder());
    List<ProcessTime> processes = new ArrayList<>();
    for (int pid : pids) {
      String stat = read(PROC.resolve(pid + "/stat"));
      if (stat != null) {
        processes.add(ProcessTime.parse(stat));
      }
    }
    return processes;
  }

  /** Null: the process has ended. */
  static @Nullable String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      return null;
    }
  }
}
