package io.stallmark.analysis.cost;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What a recorded run cost, second by second, again and again, on the clock of a replayed one. */
public final class ReplayedCost {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final Map<String, Resource> COLUMNS =
      Map.of(
          "reads", Resource.READS,
          "writes", Resource.WRITES,
          "read_kb", Resource.READ_BYTES,
          "written_kb", Resource.WRITTEN_BYTES,
          "cpu_us", Resource.CPU_NANOS,
          "received_kb", Resource.RECEIVED_BYTES,
          "sent_kb", Resource.SENT_BYTES);

  private final AtomicLong clock = new AtomicLong();
  private final Semaphore told = new Semaphore(0);
  private final List<ResourceProbe> probes = new ArrayList<>();

  /**
   * Reads a run.
   *
   * @param file its {@code cost.csv}
   */
  public ReplayedCost(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> names = List.of(lines.get(0).split(","));
    Map<String, List<Map<Resource, Long>>> bySource = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      bySource.computeIfAbsent(fields[2], source -> new ArrayList<>()).add(counts(names, fields));
    }
    bySource.forEach((source, rows) -> probes.add(new Recorded(source, rows)));
  }

  private static Map<Resource, Long> counts(List<String> names, String[] fields) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    COLUMNS.forEach(
        (column, resource) -> {
          String field = fields[names.indexOf(column)];
          if (!field.isEmpty()) {
            double unit = column.contains("_") ? 1000 : 1;
            counts.put(resource, Math.round(unit * Double.parseDouble(field)));
          }
        });
    return counts;
  }

  /** That of a run, on its clock. */
  public CostWatch watch(CostRow.Listener listener) {
    CostRow.Listener telling =
        row -> {
          listener.row(row);
          told.release();
        };
    return new CostWatch(probes, telling, List.of(), series -> null, SECOND, clock::get);
  }

  /** So late it is now. */
  public void at(long moment) {
    clock.set(moment);
  }

  /** Waits until every source has told of an interval: the clock must not run away from them. */
  public void awaitRows() {
    try {
      told.acquire(probes.size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Counts on from where the recorded run ended, with each of its seconds in turn. */
  private final class Recorded implements ResourceProbe {

    private final CostSource source;
    private final List<Usage> sums = new ArrayList<>(); // after each second

    Recorded(String word, List<Map<Resource, Long>> rows) {
      source = CostSource.valueOf(word.toUpperCase(Locale.ROOT));
      Usage sum = new Usage(rows.get(0)).with(new Usage(rows.get(0)), (a, b) -> 0);
      for (Map<Resource, Long> row : rows) {
        sum = sum.with(new Usage(row), Long::sum);
        sums.add(sum);
      }
    }

    @Override
    public CostSource source() {
      return source;
    }

    @Override
    public String what() {
      return "recorded";
    }

    @Override
    public Usage read() {
      long seconds = clock.get() / SECOND;
      long times = seconds / sums.size();
      int more = (int) (seconds % sums.size());
      Usage all = sums.get(sums.size() - 1).with(sums.get(0), (last, first) -> last * times);
      return more == 0 ? all : all.with(sums.get(more - 1), Long::sum);
    }
  }
}
