package io.stallmark.report.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.ComparisonRow;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TextTable;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunState;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** History as lines for a terminal. */
public final class HistoryText {

  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final char UNTRUSTED = '?';
  private static final int BLOCKS_IN_A_LINE = TextLines.WIDTH - 2;

  static final String STATE = "state";
  static final String LABELS = "name, tags";
  private static final String STALLS = "stalls";
  private static final String TRUSTED = "trusted";
  private static final String DATABASE = "database";
  private static final String THREADS = "threads";
  private static final String WORKLOAD = "workload";

  static final String DIFFERENCES = "differs in";

  /** Longest differences of a configuration that a column has; longer ones are below the table. */
  private static final int WIDEST = 24;

  /** Columns to leave out where not all fit; the first of these sets that is enough. */
  private static final List<Set<String>> LESS =
      List.of(
          Set.of(),
          Set.of(LABELS),
          Set.of(STALLS, LABELS),
          Set.of(STALLS, TRUSTED, LABELS),
          Set.of(DATABASE, LABELS),
          Set.of(DATABASE, WORKLOAD, LABELS));

  /** Runs of one configuration of which a line of blocks shows more than their figures do. */
  static final int DRAWN = 3;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Every column of a run. */
  private static final FigureTable<StoredRun> COLUMNS = all(new FigureTable<>(), "trans/s");

  /** Columns of a duet, with the words of a comparison. */
  private static final FigureTable<DuetFiles.Listed> DUETS =
      duet(new FigureTable<>(), ComparisonWords::interval);

  private HistoryText() {}

  private static FigureTable<DuetFiles.Listed> duet(
      FigureTable<DuetFiles.Listed> table, Function<ComparisonRow, String> interval) {
    return outcome(
        table
            .label("start (UTC)", duet -> brief(duet.first()))
            .label(WORKLOAD, duet -> workload(duet.first())),
        interval);
  }

  private static FigureTable<DuetFiles.Listed> outcome(
      FigureTable<DuetFiles.Listed> table, Function<ComparisonRow, String> interval) {
    return table
        .texts("A", duet -> ComparisonWords.figure(duet.throughput().a()))
        .texts("B", duet -> ComparisonWords.figure(duet.throughput().b()))
        .texts("difference", duet -> difference(duet.throughput()))
        .label("between", duet -> interval.apply(duet.throughput()))
        .label("B is", duet -> ComparisonWords.brief(duet.throughput().word()));
  }

  private static String difference(ComparisonRow row) {
    return ComparisonWords.difference(row, row.difference().estimate());
  }

  /** Returns a heading and a line for each duet; no lines: there is none. */
  public static List<String> duets(List<DuetFiles.Listed> duets) {
    if (duets.isEmpty()) {
      return List.of();
    }
    Map<String, String> shared = new HashMap<>();
    share(
        shared,
        WORKLOAD,
        duets.stream().map(DuetFiles.Listed::first).toList(),
        HistoryText::workload);
    FigureTable<DuetFiles.Listed> columns =
        duet(
            new FigureTable<>(),
            row -> ComparisonWords.interval(row).replace(" % to ", " to ").replace("> +", ">+"));
    List<String> lines =
        new ArrayList<>(List.of("", FigureFormat.count(duets.size(), "duet") + ", transactions/s"));
    lines.addAll(columns.shown(head -> !shared.containsKey(head)).lines(duets));
    return lines;
  }

  /** Returns the duets for a page. */
  static TextTable duets(List<DuetFiles.Listed> duets, Function<DuetFiles.Listed, String> link) {
    return DUETS.table(
        "duets",
        "Duets",
        "There is none.",
        duets,
        duet -> duet.throughput().verdict().name().toLowerCase(Locale.ROOT),
        link);
  }

  /**
   * Returns the duets of an experiment by their names, those of their directories.
   *
   * @param link returns the target of the link to a duet's page
   */
  public static TextTable named(
      List<DuetFiles.Listed> duets, Function<DuetFiles.Listed, String> link) {
    return outcome(
            new FigureTable<DuetFiles.Listed>()
                .label("duet", duet -> String.valueOf(duet.directory().getFileName())),
            ComparisonWords::interval)
        .table(
            "duets",
            "Duets, transactions/s",
            "None is completed.",
            duets,
            duet -> duet.throughput().verdict().name().toLowerCase(Locale.ROOT),
            link);
  }

  /** Adds every column of a run. */
  static FigureTable<StoredRun> all(FigureTable<StoredRun> table, String rate) {
    return columns(table, rate, run -> time(run.start()), HistoryText::trusted);
  }

  private static FigureTable<StoredRun> columns(
      FigureTable<StoredRun> table,
      String rate,
      Function<StoredRun, String> start,
      Function<StoredRun, String> trusted) {
    return table
        .label("start (UTC)", start)
        .texts(rate, run -> FigureFormat.figure(value(run, Comparison.THROUGHPUT), 1))
        .texts("p99 ms", run -> FigureFormat.fourDigits(value(run, Percentile.P99.metric(""))))
        .texts(STALLS, run -> FigureFormat.figure(RunMetrics.of(STALLS).of(run.measured()), 0))
        .label(TRUSTED, trusted)
        .label(STATE, run -> run.document().state().word())
        .label(DATABASE, HistoryText::database)
        .texts(THREADS, HistoryText::threads)
        .label(WORKLOAD, HistoryText::workload)
        .label(LABELS, HistoryText::labels);
  }

  /** Returns the value of a metric; NaN: unknown, or the run failed. */
  private static double value(StoredRun run, String metric) {
    boolean failed = run.document().state() == RunState.FAILED;
    return failed ? Double.NaN : RunMetrics.of(metric).of(run.measured());
  }

  private static String database(StoredRun run) {
    return DatabaseName.of(run.document());
  }

  private static String threads(StoredRun run) {
    @Nullable RunParameters spec = run.document().spec();
    return spec == null ? "" : Text.plain(spec.number("threads"));
  }

  private static String workload(StoredRun run) {
    return run.document().workload();
  }

  private static String given(StoredRun run) {
    return run.document().labels().description();
  }

  static String labels(StoredRun run) {
    String given = given(run);
    return run.side().isEmpty()
        ? given
        : "duet " + run.side() + (given.isEmpty() ? "" : ", " + given);
  }

  /**
   * Returns a line for each run, the oldest first.
   *
   * @param everything whether each line has every column; otherwise the lines fit a terminal, and
   *     values that all runs share are in the first line
   */
  public static List<String> runs(List<StoredRun> runs, boolean everything) {
    if (everything) {
      return COLUMNS.lines(runs);
    }
    Map<Path, String> differences = RunHistory.differences(runs);
    List<String> configurations =
        runs.stream().map(run -> differences.get(run.directory())).distinct().toList();
    boolean numbered = configurations.stream().anyMatch(each -> each.length() > WIDEST);
    Function<StoredRun, String> configuration =
        run -> {
          String text = differences.getOrDefault(run.directory(), "");
          return numbered ? "" + (1 + configurations.indexOf(text)) : text;
        };
    FigureTable<StoredRun> brief =
        columns(
                new FigureTable<>(),
                "trans/s",
                HistoryText::brief,
                run -> run.completed() ? trusted(run) : run.document().state().word())
            .shown(head -> !head.equals(LABELS))
            .label(LABELS, HistoryText::given)
            .label(DIFFERENCES, configuration);
    Map<String, String> shared = shared(runs);
    shared.putAll(Map.of(STATE, "", THREADS, ""));
    share(shared, LABELS, runs, HistoryText::given);
    share(shared, DIFFERENCES, runs, configuration);
    List<String> lines = new ArrayList<>(TextLines.wrapped(subject(runs, shared)));
    FigureTable<StoredRun> shown = brief.shown(head -> !shared.containsKey(head));
    List<String> table = List.of();
    List<String> left = List.of();
    for (int i = 0; i == 0 || (!fit(table) && i < LESS.size()); i++) {
      Set<String> less = LESS.get(i);
      table = shown.shown(head -> !less.contains(head)).lines(runs);
      left =
          Stream.of(STALLS, TRUSTED, DATABASE, WORKLOAD, LABELS)
              .filter(head -> less.contains(head) && !shared.containsKey(head))
              .toList();
    }
    lines.addAll(table);
    if (numbered) {
      runs.stream()
          .map(run -> "  " + configuration.apply(run) + ": " + description(run, differences))
          .distinct()
          .flatMap(line -> TextLines.wrapped(line, line.indexOf(':') + 2).stream())
          .forEach(lines::add);
    }
    if (!left.isEmpty()) {
      lines.add("  Too wide: " + String.join("; ", left) + ". --verbose shows every column");
    }
    return lines;
  }

  private static String description(StoredRun run, Map<Path, String> differences) {
    String text = differences.getOrDefault(run.directory(), "");
    return text.isEmpty() ? "the only configuration of " + RunHistory.label(run, "") : text;
  }

  private static boolean fit(List<String> lines) {
    return lines.stream().allMatch(line -> line.length() <= TextLines.WIDTH);
  }

  /** Returns every column of the runs, and the duets, as Markdown. */
  public static List<String> markdown(List<StoredRun> runs, List<DuetFiles.Listed> duets) {
    List<String> lines = new ArrayList<>(COLUMNS.markdown(runs));
    if (!duets.isEmpty()) {
      lines.add("");
      lines.addAll(DUETS.markdown(duets));
    }
    return lines;
  }

  /** Returns the columns in which all runs have the same value, with that value. */
  static Map<String, String> shared(List<StoredRun> runs) {
    Map<String, String> shared = new HashMap<>();
    share(shared, WORKLOAD, runs, HistoryText::workload);
    share(shared, DATABASE, runs, HistoryText::database);
    share(shared, THREADS, runs, HistoryText::threads);
    return shared;
  }

  /** Adds the value of a column that needs no place, because all runs have the same one. */
  private static void share(
      Map<String, String> shared,
      String head,
      List<StoredRun> runs,
      Function<StoredRun, String> value) {
    List<String> values = runs.stream().map(value).distinct().toList();
    if (values.size() == 1 && (!head.equals(LABELS) || values.get(0).isEmpty())) {
      shared.put(head, values.get(0));
    }
  }

  /** Returns what all runs share. */
  static String subject(List<StoredRun> runs, Map<String, String> shared) {
    List<String> threads = runs.stream().map(HistoryText::threads).distinct().toList();
    return FigureFormat.count(runs.size(), "run")
        + (shared.containsKey(WORKLOAD) ? " of " + shared.get(WORKLOAD) : "")
        + (shared.containsKey(DATABASE) ? " on " + shared.get(DATABASE) : "")
        + (threads.size() > 1 || threads.get(0).isEmpty() ? "" : ", threads " + threads.get(0));
  }

  /** Returns whether a run is trusted; a failed run never is. */
  private static String trusted(StoredRun run) {
    return run.document().state() == RunState.FAILED
        ? "no"
        : run.trusted().isEmpty() ? FigureFormat.NONE : run.trusted();
  }

  /** Returns the start without seconds. */
  private static String brief(StoredRun run) {
    return time(run.start()).replaceFirst(":\\d\\d$", "");
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  /**
   * Returns a line of blocks, marks under its changes, and a line for each change. Too few runs
   * have their figures instead, or no lines if these are in the table of the runs.
   */
  public static List<String> of(RunHistory history) {
    List<String> lines = new ArrayList<>();
    int count = history.values().size();
    if (count < DRAWN) {
      boolean inTable = history.metric().id().equals(Comparison.THROUGHPUT);
      String figures =
          history.values().stream().map(HistoryText::figure).collect(Collectors.joining(", "));
      return inTable
          ? List.of()
          : TextLines.wrapped(history.metric().label() + " of " + history.label() + ": " + figures);
    }
    String runs = FigureFormat.count(count, "run");
    lines.addAll(
        TextLines.wrapped(history.metric().label() + " of " + history.label() + ": " + runs));
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
    if (history.changes().isEmpty()) {
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
