package io.stallmark.report.compare;

import static java.util.function.Predicate.not;

import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunState;
import io.stallmark.text.Text;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** History as lines for a terminal. */
public final class HistoryText {

  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final char UNTRUSTED = '?';
  private static final int BLOCKS_IN_A_LINE = TextLines.WIDTH - 2;
  private static final double MILLISECOND = 1e6;

  /** Heads of the columns of runs. */
  static final List<String> COLUMNS =
      List.of(
          "start (UTC)",
          "trans/s",
          "p99 ms",
          "stalls",
          "trusted",
          "state",
          "database",
          "threads",
          "workload",
          "name, tags");

  private static final int START = 0;
  private static final int TRUSTED = 4;
  private static final int STATE = 5;
  private static final int DATABASE = 6;
  private static final int THREADS = 7;
  private static final int WORKLOAD = 8;
  private static final int LABELS = 9;

  /** Columns that are aligned to the left. */
  private static final Set<Integer> WORDS =
      Set.of(START, TRUSTED, STATE, DATABASE, WORKLOAD, LABELS);

  /** Columns to leave out where not all fit; the first of these sets that is enough. */
  private static final List<Set<Integer>> LESS =
      List.of(
          Set.of(),
          Set.of(THREADS),
          Set.of(LABELS),
          Set.of(THREADS, LABELS),
          Set.of(DATABASE, THREADS, LABELS),
          Set.of(DATABASE, THREADS, WORKLOAD, LABELS));

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private HistoryText() {}

  /**
   * Returns a line for each run, the oldest first.
   *
   * @param everything whether each line has every column; otherwise the lines fit a terminal, and
   *     values that all runs share are in the first line
   */
  public static List<String> runs(List<StoredRun> runs, boolean everything) {
    List<List<String>> rows = new ArrayList<>(List.of(COLUMNS));
    runs.forEach(run -> rows.add(fields(run)));
    if (everything) {
      return TextLines.table(rows, WORDS);
    }
    List<String> lines = new ArrayList<>(TextLines.wrapped(subject(rows)));
    List<Integer> shown =
        IntStream.range(0, COLUMNS.size())
            .filter(column -> column != STATE && !shared(rows, column))
            .boxed()
            .toList();
    List<String> table = List.of();
    Set<Integer> left = Set.of();
    for (int i = 0; i == 0 || (!fit(table) && i < LESS.size()); i++) {
      left = LESS.get(i);
      table = table(rows, shown.stream().filter(not(left::contains)).toList());
    }
    lines.addAll(table);
    String names =
        shown.stream().filter(left::contains).map(COLUMNS::get).collect(Collectors.joining("; "));
    if (!names.isEmpty()) {
      lines.add("  Too wide: " + names + ". --verbose shows every column");
    }
    return lines;
  }

  private static boolean fit(List<String> lines) {
    return lines.stream().allMatch(line -> line.length() <= TextLines.WIDTH);
  }

  private static List<String> table(List<List<String>> rows, List<Integer> shown) {
    Set<Integer> words =
        IntStream.range(0, shown.size())
            .filter(i -> WORDS.contains(shown.get(i)))
            .boxed()
            .collect(Collectors.toSet());
    return TextLines.table(
        rows.stream()
            .map(row -> shown.stream().map(column -> brief(row, column)).toList())
            .toList(),
        words);
  }

  /** Returns a value for a short line: a time without seconds, a state only if it matters. */
  private static String brief(List<String> row, int column) {
    String value = row.get(column);
    String state = row.get(STATE);
    boolean completed = state.equals(RunState.COMPLETED.word());
    return switch (column) {
      case START -> value.replaceFirst(":\\d\\d$", "");
      case TRUSTED -> completed || row == COLUMNS ? value : state;
      default -> value;
    };
  }

  /** Returns every column as Markdown. */
  public static List<String> markdown(List<StoredRun> runs) {
    List<List<String>> rows = new ArrayList<>(List.of(COLUMNS));
    runs.forEach(run -> rows.add(fields(run)));
    return TextLines.markdown(rows);
  }

  /** Whether a column needs no place, because all runs have the same value. */
  private static boolean shared(List<List<String>> rows, int column) {
    List<String> values = rows.stream().skip(1).map(row -> row.get(column)).distinct().toList();
    return values.size() == 1
        && switch (column) {
          case WORKLOAD, DATABASE, THREADS -> true;
          case LABELS -> values.get(0).isEmpty();
          default -> false;
        };
  }

  /** Returns what all runs share. */
  private static String subject(List<List<String>> rows) {
    List<String> first = rows.get(1);
    String workload = shared(rows, WORKLOAD) ? " of " + first.get(WORKLOAD) : "";
    String database = shared(rows, DATABASE) ? " on " + first.get(DATABASE) : "";
    boolean threads = shared(rows, THREADS) && !first.get(THREADS).isEmpty();
    return FigureFormat.count(rows.size() - 1, "run")
        + workload
        + database
        + (threads ? ", threads " + first.get(THREADS) : "");
  }

  /** Returns the values of a run, in the order of {@link #COLUMNS}. */
  static List<String> fields(StoredRun run) {
    @Nullable RunParameters spec = run.document().spec();
    RunMetric p99 = RunMetrics.of("p99_ms");
    boolean failed = run.document().state() == RunState.FAILED;
    double millis = failed ? Double.NaN : p99.of(run.measured());
    double rate = failed ? Double.NaN : RunMetrics.of("transactions_per_s").of(run.measured());
    return List.of(
        time(run.start()),
        known("%,.1f", rate),
        Double.isNaN(millis) ? FigureFormat.NONE : FigureFormat.millis(MILLISECOND * millis),
        known("%,.0f", RunMetrics.of("stalls").of(run.measured())),
        trusted(run),
        run.document().state().word(),
        DatabaseName.of(run.document()),
        spec == null ? "" : Integer.toString(spec.threads()),
        run.document().workload(),
        run.document().labels().words());
  }

  private static String known(String format, double number) {
    return Double.isNaN(number) ? FigureFormat.NONE : Text.format(format, number);
  }

  /** Returns whether a run is trusted; a failed run never is. */
  private static String trusted(StoredRun run) {
    return run.document().state() == RunState.FAILED
        ? "no"
        : run.trusted().isEmpty() ? FigureFormat.NONE : run.trusted();
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** Returns a line of blocks, marks under its changes, and a line for each change. */
  public static List<String> of(RunHistory history) {
    List<String> lines = new ArrayList<>();
    int count = history.values().size();
    lines.addAll(
        TextLines.wrapped(
            history.metric().words()
                + " of "
                + history.label()
                + ": "
                + FigureFormat.count(count, "run")));
    sparkline(lines, history);
    long doubtful = history.runs().stream().filter(StoredRun::untrusted).count();
    if (doubtful > 0) {
      lines.add("  " + UNTRUSTED + " not to be trusted: " + doubtful + " of them");
    }
    for (RunHistory.Change change : history.described()) {
      String line =
          Text.format(
              "  change at %s: %s to %s%s, %s%s",
              time(change.at()),
              figure(change.before()),
              figure(change.after()),
              change.percent().isEmpty() ? "" : " (" + change.percent() + ")",
              change.first().directory().getFileName(),
              change.first().untrusted() ? ", which is not to be trusted" : "");
      lines.addAll(TextLines.wrapped(line));
    }
    if (history.changes().isEmpty() && count > 1) {
      lines.add("  no change shown");
    }
    return lines;
  }

  /** Adds the blocks of the last runs, as many as fit into a line. */
  private static void sparkline(List<String> lines, RunHistory history) {
    int from = Math.max(0, history.values().size() - BLOCKS_IN_A_LINE);
    List<Double> shown = history.values().subList(from, history.values().size());
    double top = shown.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    StringBuilder blocks = new StringBuilder("  ");
    StringBuilder marks = new StringBuilder("  ");
    StringBuilder doubts = new StringBuilder("  ");
    for (int i = 0; i < shown.size(); i++) {
      double share = top > 0 ? Math.max(0, shown.get(i) / top) : 0;
      blocks.append(BLOCKS.charAt((int) Math.round(share * (BLOCKS.length() - 1))));
      marks.append(history.changes().contains(from + i) ? '^' : ' ');
      doubts.append(history.runs().get(from + i).untrusted() ? UNTRUSTED : ' ');
    }
    lines.add(blocks.toString());
    for (StringBuilder below : List.of(marks, doubts)) {
      if (!below.toString().isBlank()) {
        lines.add(below.toString().stripTrailing());
      }
    }
  }

  static String figure(double number) {
    String format = Math.abs(number) >= 100 ? "%,.1f" : "%.3f";
    return Text.format(format, number);
  }
}
