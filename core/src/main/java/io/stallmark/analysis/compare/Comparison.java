package io.stallmark.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Two runs, or two sets of repeated ones, side by side. All intervals hold together with a
 * probability of {@value #CONFIDENCE}: the risk of the others is shared out (Bonferroni), most of
 * it to what is looked at first. So the risk that any row shows a difference where there is none is
 * 5 %, however many there are.
 *
 * @param basis what the intervals rest on
 */
public record Comparison(List<Row> rows, Basis basis) {

  public static final double CONFIDENCE = 0.95;

  /** The kind that every workload has. */
  public static final String TRANSACTION = "transaction";

  /** The group of what was used. */
  public static final String COST = "cost";

  /** The throughput that gates go by. */
  public static final String THROUGHPUT = "transactions_per_s";

  /** What a row takes on disk, by the end. */
  public static final String STORED_PER_ROW = "stored_bytes_per_row";

  /** How many bytes on disk there are for each byte of the rows' values, by the end. */
  public static final String SPACE_AMPLIFICATION = "space_amplification";

  /** How many stalls there were: of all runs of a side together. */
  public static final String STALL_COUNT = "stalls_per_min";

  private static final double THROUGHPUT_RISK = 0.01;
  private static final double RESPONSE_RISK = 0.02;
  private static final double REST_RISK = 0.02;
  private static final String RESPONSE = "response";
  private static final String SERVICE = "service";
  private static final String STALLS = "stalls";
  private static final double MILLISECOND = 1e6;

  /** What the tables came to, under the names of their rows, for readers. */
  private static final Map<String, String> STORED =
      new TreeMap<>(
          Map.of(STORED_PER_ROW, "stored bytes/row", SPACE_AMPLIFICATION, "space amplification"));

  private static final double MINUTE = 60;
  private static final double PERCENT = 100;

  /** The share of each percentile, under its name in files and for readers. */
  private enum Percent {
    P50(0.5, "p50"),
    P95(0.95, "p95"),
    P99(0.99, "p99"),
    P999(0.999, "p99.9"),
    MAX(1, "max");

    private final double share;
    private final String words;

    Percent(double share, String words) {
      this.share = share;
      this.words = words;
    }

    private String column() {
      return words.replace(".", "");
    }
  }

  /** What the intervals rest on. */
  public enum Basis {
    /** How each of the two varied within itself, and an assumption of how runs vary. */
    WITHIN,
    /** How repeated runs varied, on one side alone. */
    ONE_AND_SEVERAL,
    /** How repeated runs varied. */
    BETWEEN
  }

  public Comparison {
    rows = List.copyOf(rows);
  }

  /**
   * Compares.
   *
   * @param a one or more of the same configuration
   * @param b one or more
   */
  public static Comparison of(List<RunSeries> a, List<RunSeries> b) {
    List<RunSeries> all = new ArrayList<>(a);
    all.addAll(b);
    List<Measure> throughput = List.of(rate(RunSeries.TRANSACTIONS));
    List<Measure> response = latencies(TRANSACTION, RESPONSE);
    List<Measure> rest = rest(all);
    List<Row> rows = new ArrayList<>();
    add(rows, throughput, a, b, THROUGHPUT_RISK);
    // the maximum has an interval between repeated runs alone; its share is kept for it
    add(rows, response, a, b, RESPONSE_RISK / response.size());
    double each = REST_RISK / (rest.size() + 1);
    add(rows, rest, a, b, each);
    int stalls = rows.size();
    while (stalls > 0 && !rows.get(stalls - 1).group().equals(STALLS)) {
      stalls--; // behind the other rows of stalls come those of cost
    }
    rows.add(stalls, stallCount(a, b, each));
    rows.add(bound(a, b));
    rows.removeIf(row -> Double.isNaN(row.a()) && Double.isNaN(row.b()));
    int sides = (a.size() > 1 ? 1 : 0) + (b.size() > 1 ? 1 : 0);
    return new Comparison(rows, Basis.values()[sides]);
  }

  private static void add(
      List<Row> rows, List<Measure> measures, List<RunSeries> a, List<RunSeries> b, double risk) {
    measures.forEach(measure -> rows.add(measure.compare(a, b, risk)));
  }

  private static Measure rate(String column) {
    return new Measure(
        column + "_per_s",
        TRANSACTION,
        column + "/s",
        Sense.RATE,
        new Figure.Ratio(column, RunSeries.SECONDS),
        1);
  }

  private static List<Measure> rest(List<RunSeries> all) {
    List<Measure> rest = new ArrayList<>();
    rest.add(rate(RunSeries.STATEMENTS));
    if (all.stream().anyMatch(run -> run.sum(RunSeries.ROWS) > 0)) {
      rest.add(rate(RunSeries.ROWS));
    }
    for (String kind : kinds(all)) {
      if (!kind.equals(TRANSACTION)) {
        rest.addAll(latencies(kind, RESPONSE));
      }
      if (all.stream().anyMatch(run -> twoClocks(run, kind))) {
        rest.addAll(latencies(kind, SERVICE));
      }
    }
    rest.add(
        new Measure(
            "stalled_percent",
            STALLS,
            "stalled, % of the time",
            Sense.LENGTH,
            new Figure.Stalled(),
            0.01));
    rest.add(
        new Measure(
            "longest_stall_s",
            STALLS,
            "longest stall s",
            Sense.LENGTH,
            new Figure.LongestStall(),
            1));
    Set<String> costs = new TreeSet<>();
    all.forEach(run -> costs.addAll(run.columns().keySet()));
    costs.stream()
        .filter(column -> column.startsWith(RunSeries.COST))
        .forEach(column -> rest.add(Measure.cost(column)));
    costs.stream()
        .filter(column -> column.startsWith(RunSeries.LOGICAL))
        .forEach(column -> rest.add(Measure.writeAmplification(column)));
    STORED.forEach(
        (name, words) -> {
          Figure stored = new Figure.Stored(name);
          if (all.stream().anyMatch(run -> stored.of(run) > 0)) {
            rest.add(new Measure(name, COST, words, Sense.COST, stored, 1));
          }
        });
    return rest;
  }

  private static Set<String> kinds(List<RunSeries> all) {
    Set<String> kinds = new LinkedHashSet<>();
    for (RunSeries run : all) {
      run.latencies().keySet().forEach(tag -> kinds.add(tag.substring(0, tag.lastIndexOf('.'))));
    }
    return kinds;
  }

  /** Whether service and response time are not the same. */
  private static boolean twoClocks(RunSeries run, String kind) {
    for (Percent percent : Percent.values()) {
      double response = new Figure.Latency(kind + "." + RESPONSE, percent.share).of(run);
      if (new Figure.Latency(kind + "." + SERVICE, percent.share).of(run) != response) {
        return true;
      }
    }
    return false;
  }

  private static List<Measure> latencies(String kind, String clock) {
    List<Measure> measures = new ArrayList<>();
    for (Percent percent : Percent.values()) {
      measures.add(
          new Measure(
              kind + "." + clock + "." + percent.column() + "_ms",
              kind,
              (clock.equals(RESPONSE) ? "" : clock + " ") + percent.words + " ms",
              Sense.TIME,
              new Figure.Latency(kind + "." + clock, percent.share),
              MILLISECOND));
    }
    return measures;
  }

  private static Row stallCount(List<RunSeries> a, List<RunSeries> b, double risk) {
    double stallsA = stalls(a);
    double stallsB = stalls(b);
    double minutesA = minutes(a);
    double minutesB = minutes(b);
    boolean judged = stallsA >= 0 && stallsB >= 0;
    return new Row(
        STALL_COUNT,
        STALLS,
        "stalls/min",
        Sense.NUMBER,
        stallsA < 0 ? Double.NaN : stallsA / minutesA,
        stallsB < 0 ? Double.NaN : stallsB / minutesB,
        true,
        judged
            ? Difference.ofCounts(stallsA, minutesA, stallsB, minutesB, risk)
            : Difference.notJudged(Double.NaN),
        judged ? "" : "a run was too short for stalls");
  }

  /** No figure of the databases: it says whose the others are, and nothing is shown by it. */
  private static Row bound(List<RunSeries> a, List<RunSeries> b) {
    double shareA = boundPercent(a);
    double shareB = boundPercent(b);
    return new Row(
        "generator_bound_percent",
        "trust",
        "generator bound, % of time",
        Sense.LENGTH,
        shareA,
        shareB,
        false,
        Difference.notJudged(shareB - shareA),
        "the generator's, not the database's");
  }

  /** Of the judged time of all runs together; NaN: they do not say. */
  private static double boundPercent(List<RunSeries> runs) {
    boolean known = runs.stream().anyMatch(run -> run.columns().containsKey(RunSeries.BOUND));
    double bound = runs.stream().mapToDouble(run -> run.sum(RunSeries.BOUND)).sum();
    double judged = runs.stream().mapToDouble(run -> run.sum(RunSeries.JUDGED)).sum();
    return known && judged > 0 ? PERCENT * bound / judged : Double.NaN;
  }

  /** Less than 0: it cannot be told. */
  private static double stalls(List<RunSeries> runs) {
    double count = 0;
    for (RunSeries run : runs) {
      List<Double> stalls = run.stalls();
      if (stalls == null) {
        return -1;
      }
      count += stalls.size();
    }
    return count;
  }

  private static double minutes(List<RunSeries> runs) {
    return runs.stream().mapToDouble(run -> run.sum(RunSeries.SECONDS)).sum() / MINUTE;
  }
}
