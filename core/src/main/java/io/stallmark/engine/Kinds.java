package io.stallmark.engine;

import io.stallmark.model.Op;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.spi.workload.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The kinds of operation of a scenario, numbered for the recorder: 0 is the transaction, then come
 * its kinds, if the scenario has any, then the statements.
 */
final class Kinds {

  static final String BEGIN = "begin";
  static final String COMMIT = "commit";
  static final int NONE = -1;

  private static final String TRANSACTION = "transaction";
  private static final Pattern LOWER_CASE = Pattern.compile("[a-z][a-z0-9_]*");

  private final List<Kind> kinds = new ArrayList<>();
  private final Map<String, Integer> statements = new HashMap<>();

  /**
   * @param beginIsStatement whether begin goes to the server, see {@link
   *     io.stallmark.spi.Database#beginIsStatement}
   * @throws IllegalStateException when a kind of transaction has no name of its own: a defect of
   *     the workload
   */
  Kinds(Scenario scenario, boolean beginIsStatement) {
    kinds.add(new Kind(TRANSACTION, Category.TRANSACTION));
    transactionKinds(scenario);
    if (scenario.transactional() && beginIsStatement) {
      statement(BEGIN, Category.OTHER);
    }
    for (Op op : scenario.ops()) {
      statement(op.name(), category(op));
    }
    if (scenario.transactional()) {
      statement(COMMIT, Category.OTHER);
    }
  }

  List<Kind> list() {
    return List.copyOf(kinds);
  }

  int number(String name) {
    Integer number = statements.get(name);
    if (number == null) {
      throw new IllegalStateException("The scenario does not declare the operation " + name);
    }
    return number;
  }

  /** The number of begin or commit; {@link #NONE} where it is not sent. */
  int envelope(String name) {
    return statements.getOrDefault(name, NONE);
  }

  /** In the results all kinds stand in one list, by name. */
  private void transactionKinds(Scenario scenario) {
    Set<String> taken = new HashSet<>(List.of(TRANSACTION, BEGIN, COMMIT));
    scenario.ops().forEach(op -> taken.add(op.name()));
    for (String name : scenario.transactionKinds()) {
      if (!LOWER_CASE.matcher(name).matches() || !taken.add(name)) {
        throw new IllegalStateException(
            "A kind of transaction needs a lower_case name of its own, not " + name);
      }
      kinds.add(new Kind(name, Category.TRANSACTION_KIND));
    }
  }

  private void statement(String name, Category category) {
    if (statements.putIfAbsent(name, kinds.size()) == null) {
      kinds.add(new Kind(name, category));
    }
  }

  private static Category category(Op op) {
    if (op instanceof Op.Read) {
      return Category.READ;
    }
    return op instanceof Op.Native ? Category.OTHER : Category.WRITE;
  }
}
