package io.stallmark.sysbench;

import io.stallmark.data.Distribution;
import io.stallmark.data.Special;
import io.stallmark.data.Zipfian;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.sysbench.SysbenchMix.Part;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settings resolved for one database.
 *
 * @param parts parts of a transaction
 * @param distribution distribution of every id and every k
 * @param autoIncrement whether the database generates the ids of the insert mix
 */
record SysbenchOptions(
    List<Table> tables,
    long rows,
    int batch,
    boolean indexesAfterLoad,
    SysbenchMix mix,
    List<Part> parts,
    boolean tablePerTransaction,
    boolean transactional,
    boolean autoIncrement,
    KeyDistribution distribution,
    int rangeSize,
    int points,
    int ranges,
    int delta,
    List<String> warnings) {

  /**
   * @throws RefusedException with a message for the user
   */
  static SysbenchOptions resolve(Settings settings, Set<Capability> capabilities) {
    SysbenchMix mix = settings.choice("mix", SysbenchMix.class);
    List<Part> parts = mix.parts(settings);
    checkSums(mix, parts, capabilities);
    boolean transactional = mix.wrapped() && transactions(settings, capabilities);
    boolean autoIncrement =
        settings.choice("auto-inc").equals("on")
            && capabilities.contains(Capability.AUTO_INCREMENT);
    String index = settings.choice("index");
    return new SysbenchOptions(
        SysbenchTables.declare(
            mix.firstTableOnly() ? 1 : settings.int32("tables"),
            autoIncrement,
            !index.equals("none")),
        settings.integer("rows"),
        settings.int32("batch"),
        index.equals("after"),
        mix,
        parts,
        settings.choice("table-per").equals("transaction"),
        transactional,
        autoIncrement,
        KeyDistribution.of(settings),
        settings.int32("range-size"),
        settings.int32("random-points"),
        settings.int32("number-of-ranges"),
        settings.int32("delta"),
        warnings(settings, mix, parts, transactional));
  }

  private static void checkSums(SysbenchMix mix, List<Part> parts, Set<Capability> capabilities) {
    boolean sums = parts.stream().anyMatch(part -> part.family() == StatementFamily.SUM_RANGE);
    if (sums && !capabilities.contains(Capability.SUM)) {
      throw new RefusedException(
          "mix=%s has a sum_range, and this database does not sum exactly: add -p sum-ranges=0",
          Setting.word(mix));
    }
  }

  private static boolean transactions(Settings settings, Set<Capability> capabilities) {
    boolean able = capabilities.contains(Capability.TRANSACTIONS);
    return switch (settings.choice("transactions")) {
      case "on" -> {
        if (!able) {
          throw new RefusedException(
              "transactions=on, but this database has no multi-statement transactions on such tables: use"
                  + " -p transactions=off or auto");
        }
        yield true;
      }
      case "off" -> false;
      default -> able;
    };
  }

  private static List<String> warnings(
      Settings settings, SysbenchMix mix, List<Part> parts, boolean transactional) {
    List<String> warnings = new ArrayList<>();
    if (mix.wrapped() && !transactional) {
      String why =
          settings.choice("transactions").equals("off")
              ? "as requested"
              : "because this database has none on such tables";
      boolean replaces = replaces(parts);
      warnings.add(
          "The statements run without a transaction around them, "
              + why
              + (replaces
                  ? ": a delete and its insert are not atomic. In between, the row is missing for"
                      + " others, and two clients can cause a duplicate key. A client that stops"
                      + " there leaves a gap."
                  : "."));
    }
    if (mix.firstTableOnly() && settings.integer("tables") > 1) {
      warnings.add("mix=" + Setting.word(mix) + " uses the table sbtest1 only, as in sysbench.");
    }
    return List.copyOf(warnings);
  }

  /** Adds the resolved values to the given settings. */
  Settings settings(Settings given) {
    Map<String, Object> values = new HashMap<>();
    values.put("tables", (long) tables.size());
    values.put("transactions", onOrOff(transactional));
    values.put("auto-inc", onOrOff(autoIncrement));
    for (StatementFamily family : mix.families()) {
      family.setting().ifPresent(name -> values.put(name, count(family)));
    }
    return given.with(values);
  }

  private static String onOrOff(boolean on) {
    return on ? "on" : "off";
  }

  private long count(StatementFamily family) {
    return parts.stream().filter(p -> p.family() == family).mapToLong(Part::count).sum();
  }

  /** Whether clients generate the ids of inserted rows, starting after the greatest existing id. */
  boolean numbersRows() {
    return mix == SysbenchMix.INSERT && !autoIncrement;
  }

  /** Whether transactions delete rows and insert them again. */
  boolean replaces() {
    return replaces(parts);
  }

  private static boolean replaces(List<Part> parts) {
    return parts.stream().anyMatch(part -> part.family() == StatementFamily.DELETE_INSERT);
  }

  /** Statements of a family, in order. */
  List<Op> ops(StatementFamily family, Table table) {
    return switch (family) {
      case POINT_SELECT -> List.of(SysbenchOperations.pointSelect(table));
      case SIMPLE_RANGE -> List.of(SysbenchOperations.simpleRange(table));
      case SUM_RANGE -> List.of(SysbenchOperations.sumRange(table));
      case ORDER_RANGE -> List.of(SysbenchOperations.orderRange(table));
      case DISTINCT_RANGE -> List.of(SysbenchOperations.distinctRange(table));
      case INDEX_UPDATE -> List.of(SysbenchOperations.indexUpdate(table));
      case NON_INDEX_UPDATE -> List.of(SysbenchOperations.nonIndexUpdate(table));
      case DELETE_INSERT ->
          List.of(SysbenchOperations.delete(table), SysbenchOperations.insert(table));
      case INSERT ->
          List.of(
              autoIncrement
                  ? SysbenchOperations.insertNumbered(table)
                  : SysbenchOperations.insert(table));
      case DELETE -> List.of(SysbenchOperations.delete(table));
      case RANDOM_POINTS -> List.of(SysbenchOperations.randomPoints(table, points));
      case RANDOM_RANGES -> List.of(SysbenchOperations.randomRanges(table, ranges));
    };
  }

  /** Random distribution of {@code rand-type} and its parameters, without a range. */
  record KeyDistribution(
      String type,
      int draws,
      int bandPercent,
      int hotPercent,
      double paretoShape,
      double zipfShape) {

    static KeyDistribution of(Settings settings) {
      return new KeyDistribution(
          settings.choice("rand-type"),
          settings.int32("rand-spec-iter"),
          settings.int32("rand-spec-pct"),
          settings.int32("rand-spec-res"),
          settings.real("rand-pareto-h"),
          settings.real("rand-zipfian-exp"));
    }

    Distribution between(long low, long high) {
      return switch (type) {
        case "uniform" -> Distribution.uniform(low, high);
        case "special" -> new Special(low, high, draws, bandPercent, hotPercent);
        case "gaussian" -> Distribution.gaussian(low, high, draws);
        case "pareto" -> Distribution.pareto(low, high, paretoShape);
        case "zipfian" -> new Zipfian(low, high, zipfShape);
        default -> throw new IllegalArgumentException("There is no rand-type " + type);
      };
    }
  }
}
