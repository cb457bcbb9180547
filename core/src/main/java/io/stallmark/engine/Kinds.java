package io.stallmark.engine;

import io.stallmark.model.Op;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.spi.workload.Scenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The kinds of operation of a scenario, numbered for the recorder; 0 is the transaction. */
final class Kinds {

  static final String BEGIN = "begin";
  static final String COMMIT = "commit";
  static final int NONE = -1;

  private final Map<String, Kind> kinds = new LinkedHashMap<>();
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /**
   * @param beginIsStatement whether begin goes to the server, see {@link
   *     io.stallmark.spi.Database#beginIsStatement}
   */
  Kinds(Scenario scenario, boolean beginIsStatement) {
    add("transaction", Category.TRANSACTION);
    if (scenario.transactional() && beginIsStatement) {
      add(BEGIN, Category.OTHER);
    }
    for (Op op : scenario.ops()) {
      add(op.name(), category(op));
    }
    if (scenario.transactional()) {
      add(COMMIT, Category.OTHER);
    }
  }

  List<Kind> list() {
    return List.copyOf(kinds.values());
  }

  int number(String name) {
    Integer number = numbers.get(name);
    if (number == null) {
      throw new IllegalStateException("The scenario does not declare the operation " + name);
    }
    return number;
  }

  /** The number of begin or commit; {@link #NONE} where it is not sent. */
  int envelope(String name) {
    return numbers.getOrDefault(name, NONE);
  }

  private void add(String name, Category category) {
    if (kinds.putIfAbsent(name, new Kind(name, category)) == null) {
      numbers.put(name, numbers.size());
    }
  }

  private static Category category(Op op) {
    if (op instanceof Op.Read) {
      return Category.READ;
    }
    return op instanceof Op.Native ? Category.OTHER : Category.WRITE;
  }
}
