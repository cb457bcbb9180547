package io.stallmark.cli.job;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.report.Terminal;
import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Role;
import java.util.List;

/** Prints the statements of a workload in the query language of a database. */
public final class StatementListing {

  private StatementListing() {}

  /** Prints the tables first, then the operations in the order of a transaction. */
  public static void print(Binding binding, ResolvedWorkload workload, Terminal terminal) {
    List<Table> tables = workload.tables();
    while (!tables.isEmpty()) {
      Table table = tables.get(0);
      List<Table> alike = tables.stream().filter(t -> alike(t, table)).toList();
      terminal.result("-- table " + table.name() + others(alike));
      binding.explain(table).forEach(terminal::result);
      terminal.result("");
      tables = tables.stream().filter(t -> !alike(t, table)).toList();
    }
    boolean several = workload.roles().size() > 1;
    for (Role role : workload.roles()) {
      terminal.result("-- transaction" + (several ? " of " + role.name() : ""));
      if (role.transactional()) {
        terminal.result("-- begin");
      }
      for (Op op : role.ops()) {
        terminal.result("-- " + op.name());
        terminal.result(binding.explain(op));
      }
      if (role.transactional()) {
        terminal.result("-- commit");
      }
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
