package io.stallmark.cli.job;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.report.Terminal;
import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Scenario;
import java.util.List;

/** What a workload sends to a database, in that database's own language. */
public final class Statements {

  private Statements() {}

  /** Prints the tables first, then the operations in the order of a transaction. */
  public static void print(Binding binding, Scenario scenario, Terminal terminal) {
    List<Table> tables = scenario.tables();
    while (!tables.isEmpty()) {
      Table table = tables.get(0);
      List<Table> alike = tables.stream().filter(t -> alike(t, table)).toList();
      terminal.result("-- table " + table.name() + others(alike));
      binding.explain(table).forEach(terminal::result);
      terminal.result("");
      tables = tables.stream().filter(t -> !alike(t, table)).toList();
    }
    terminal.result("-- transaction");
    if (scenario.transactional()) {
      terminal.result("-- begin");
    }
    for (Op op : scenario.ops()) {
      terminal.result("-- " + op.name());
      terminal.result(binding.explain(op));
    }
    if (scenario.transactional()) {
      terminal.result("-- commit");
    }
  }

  private static boolean alike(Table one, Table other) {
    return one.columns().equals(other.columns())
        && one.primaryKey().equals(other.primaryKey())
        && one.storage().equals(other.storage())
        && one.indexes().size() == other.indexes().size();
  }

  private static String others(List<Table> alike) {
    return alike.size() == 1
        ? ""
        : ", and " + (alike.size() - 1) + " alike up to " + alike.get(alike.size() - 1).name();
  }
}
