package io.stallmark.report.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Numbers of transactions by time and response time. Columns are intervals, neighbours merged; rows
 * are steps of a logarithmic scale of response times. Not thread-safe.
 */
public final class HeatMap {

  /**
   * Cells with transactions.
   *
   * @param start start of each column, seconds since the measurement started
   * @param end end of each column
   * @param perDecade rows for a factor of ten in response time
   * @param lowest number of the lowest row: row n begins at 10^(n / perDecade) ms
   * @param rows number of rows from the lowest to the highest with a transaction; 0: there is none
   * @param counts of each column pairs of a row, counted from the lowest, and its transactions
   */
  public record Cells(
      double[] start, double[] end, int perDecade, int lowest, int rows, List<long[]> counts) {}

  private static final int MOST_COLUMNS = 120;
  private static final int MOST_ROWS = 60;

  /** Rows for a factor of ten before rows are merged: steps of 6 %. */
  private static final int FINEST = 40;

  /** Numbers of rows that are merged into one; with the last, 60 rows are 15 decades. */
  private static final int[] MERGED = {1, 2, 4, 8, 10};

  private static final double MILLISECOND = 1e6;

  private double[] start;
  private double[] end;
  private final List<TreeMap<Integer, Long>> counts = new ArrayList<>();
  private int width = 1; // appended intervals in a column
  private int last; // of them in the last one

  /** Creates an empty map to which intervals are appended. */
  public HeatMap() {
    start = new double[0];
    end = new double[0];
  }

  /** Creates an empty map over the time of these intervals. */
  HeatMap(CsvColumns intervals) {
    CsvColumns merged = intervals.merged(intervals.merging(MOST_COLUMNS));
    double[] ends = merged.column("end_s");
    double[] starts = merged.column("start_s");
    int size = starts.length;
    if (size > 1 && ends[size - 1] - starts[size - 1] < (ends[size - 2] - starts[size - 2]) / 2) {
      size--; // a last column that is only a sliver belongs to the one before
      ends[size - 1] = ends[size];
    }
    start = Arrays.copyOf(starts, size);
    end = Arrays.copyOf(ends, size);
    for (int i = 0; i < size; i++) {
      counts.add(new TreeMap<>());
    }
  }

  /** Appends an interval, with its response times in nanoseconds. Merges columns when needed. */
  public void append(double from, double until, AbstractHistogram histogram) {
    if (last == 0 || last == width) {
      if (counts.size() == 2 * MOST_COLUMNS) {
        halve();
      }
      start = Arrays.copyOf(start, counts.size() + 1);
      end = Arrays.copyOf(end, counts.size() + 1);
      start[counts.size()] = from;
      counts.add(new TreeMap<>());
      last = 0;
    }
    last++;
    end[counts.size() - 1] = until;
    add(counts.get(counts.size() - 1), histogram);
  }

  private void halve() {
    for (int i = 0; i < MOST_COLUMNS; i++) {
      start[i] = start[2 * i];
      end[i] = end[2 * i + 1];
      TreeMap<Integer, Long> column = counts.get(2 * i);
      counts.get(2 * i + 1).forEach((row, count) -> column.merge(row, count, Long::sum));
      counts.set(i, column);
    }
    counts.subList(MOST_COLUMNS, counts.size()).clear();
    start = Arrays.copyOf(start, MOST_COLUMNS);
    end = Arrays.copyOf(end, MOST_COLUMNS);
    width *= 2;
  }

  /**
   * Adds the response times of an interval, in nanoseconds.
   *
   * @param middle middle of the interval, seconds since the measurement started
   */
  void add(double middle, AbstractHistogram histogram) {
    int found = Arrays.binarySearch(start, middle);
    int column = found >= 0 ? found : -found - 2;
    if (column < 0 || !(middle < end[column])) {
      return; // intervals.csv lacks this interval
    }
    add(counts.get(column), histogram);
  }

  private static void add(Map<Integer, Long> cells, AbstractHistogram histogram) {
    for (HistogramIterationValue value : histogram.recordedValues()) {
      double nanos = Math.max(1, value.getValueIteratedTo());
      int row = (int) Math.floor(FINEST * Math.log10(nanos / MILLISECOND));
      cells.merge(row, value.getCountAddedInThisIterationStep(), Long::sum);
    }
  }

  /** Returns the cells. Rows are merged until all response times are on at most 60 of them. */
  public Cells cells() {
    int lowest = Integer.MAX_VALUE;
    int highest = Integer.MIN_VALUE;
    for (TreeMap<Integer, Long> column : counts) {
      if (!column.isEmpty()) {
        lowest = Math.min(lowest, column.firstKey());
        highest = Math.max(highest, column.lastKey());
      }
    }
    if (lowest > highest) {
      return new Cells(new double[0], new double[0], FINEST, 0, 0, List.of());
    }
    int merged = MERGED[MERGED.length - 1];
    for (int i = MERGED.length - 1; i >= 0; i--) {
      if (rows(lowest, highest, MERGED[i]) <= MOST_ROWS) {
        merged = MERGED[i];
      }
    }
    int first = Math.floorDiv(lowest, merged);
    List<long[]> pairs = new ArrayList<>();
    for (TreeMap<Integer, Long> column : counts) {
      pairs.add(pairs(column, merged, first));
    }
    return new Cells(start, end, FINEST / merged, first, rows(lowest, highest, merged), pairs);
  }

  private static int rows(int lowest, int highest, int merged) {
    return Math.floorDiv(highest, merged) - Math.floorDiv(lowest, merged) + 1;
  }

  private static long[] pairs(Map<Integer, Long> column, int merged, int first) {
    Map<Integer, Long> rows = new TreeMap<>();
    column.forEach(
        (row, count) -> rows.merge(Math.floorDiv(row, merged) - first, count, Long::sum));
    return rows.entrySet().stream()
        .flatMapToLong(cell -> LongStream.of(cell.getKey(), cell.getValue()))
        .toArray();
  }
}
