package io.stallmark.sysbench;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workload {@code sysbench}. */
public final class SysbenchWorkload extends DeclaredWorkload {

  private static final int MANY = 1_000_000;

  public SysbenchWorkload() {
    super(
        "sysbench",
        "sysbench's oltp_* transactions on its tables sbtest1, sbtest2, …",
        List.of(
            Setting.integer("tables", "4", 1, 100_000, "tables sbtest1, sbtest2, …"),
            Setting.integer("rows", "100000", 1, Integer.MAX_VALUE, "rows per table"),
            Setting.choice("mix", SysbenchMix.class, "which of sysbench's oltp_* scripts"),
            Setting.choice(
                "table-per",
                List.of("family", "transaction"),
                "choose a table for each statement family, as 1.0, or once a transaction, as 0.5"),
            Setting.choice(
                "transactions",
                List.of("auto", "on", "off"),
                "begin and commit around the statements; auto: if the database supports them"),
            Setting.choice(
                "rand-type",
                List.of("special", "uniform", "gaussian", "pareto", "zipfian"),
                "distribution of ids and k; 1.0 has special, later versions uniform"),
            count("point-selects", "10", "single rows by id; always 1 in mix=point_select"),
            count("simple-ranges", "1", "ranges of c"),
            count("sum-ranges", "1", "sums of k over a range"),
            count("order-ranges", "1", "ranges of c, sorted"),
            count("distinct-ranges", "1", "distinct c of a range, sorted"),
            Setting.choice("range-selects", List.of("on", "off"), "off: none of the four ranges"),
            Setting.integer("range-size", "100", 1, Integer.MAX_VALUE, "ids in a range"),
            count("index-updates", "1", "updates of k"),
            count("non-index-updates", "1", "updates of c"),
            count("delete-inserts", "1", "pairs of delete and insert of the same id"),
            Setting.integer(
                "random-points", "10", 1, 10_000, "values of k in select_random_points"),
            Setting.integer(
                "number-of-ranges", "10", 1, 5_000, "ranges of k in select_random_ranges"),
            Setting.integer("delta", "5", 0, MANY, "length of such a range, less one"),
            Setting.integer(
                "rand-spec-iter", "12", 1, 1_000, "numbers per mean: special, gaussian"),
            Setting.integer("rand-spec-pct", "1", 0, 100, "width of special's band, in percent"),
            Setting.integer("rand-spec-res", "75", 0, 100, "numbers in special's band, in percent"),
            Setting.real("rand-pareto-h", "0.2", 0.0001, 0.9999, "shape of pareto"),
            Setting.real("rand-zipfian-exp", "0.8", 0, 100, "exponent of zipfian"),
            Setting.choice(
                "index", List.of("after", "before", "none"), "when a load creates the index on k"),
            Setting.integer("batch", "1000", 1, 10_000, "rows per insert of a load"),
            Setting.choice("auto-inc", List.of("on", "off"), "auto-increment ids, if supported")));
  }

  private static Setting count(String name, String defaultValue, String what) {
    return Setting.integer(name, defaultValue, 0, MANY, what + ", per transaction");
  }

  @Override
  public Map<String, String> foreignWords() {
    Map<String, String> words = new LinkedHashMap<>(Map.of("--table-size", "-p rows=…"));
    SysbenchMix.all()
        .map(Setting::word)
        .forEach(
            mix ->
                words.put(
                    mix.startsWith("select_") ? mix : "oltp_" + mix, "sysbench -p mix=" + mix));
    return words;
  }

  /**
   * Returns sysbench's scripts, and each statement family of the longer scripts separately, for
   * which sysbench has no script.
   */
  @Override
  public Map<String, Map<String, String>> operations() {
    Map<String, Map<String, String>> operations = new LinkedHashMap<>();
    SysbenchMix.all()
        .filter(SysbenchMix::keepsRows)
        .forEach(mix -> operations.put(Setting.word(mix), mix.alone()));
    StatementFamily.counted()
        .forEach(family -> operations.putIfAbsent(Setting.word(family), family.alone()));
    SysbenchMix.all().forEach(mix -> operations.putIfAbsent(Setting.word(mix), mix.alone()));
    return operations;
  }

  @Override
  public Settings resolved(Settings settings, Set<Capability> capabilities) {
    return SysbenchOptions.resolve(settings, capabilities).settings(settings);
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new SysbenchScenario(SysbenchOptions.resolve(settings, capabilities), seed);
  }
}
