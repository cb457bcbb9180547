package io.stallmark.tables;

import io.stallmark.model.Op;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Binding;
import io.stallmark.spi.server.OverheadStatement;
import io.stallmark.spi.server.OverheadStatement.Occasion;
import io.stallmark.tables.lease.LoadMark;
import java.util.ArrayList;
import java.util.List;

/** Statements that loads and checks send in addition to those of the workload. */
public final class OverheadOperations {

  private OverheadOperations() {}

  /** Returns the statements of a workload's loads and checks, as the binding renders them. */
  public static List<OverheadStatement> of(Binding binding, ResolvedWorkload workload) {
    List<OverheadStatement> all = new ArrayList<>();
    add(all, Occasion.LOAD, binding.explain(MadeTables.TABLE));
    add(all, Occasion.LOAD, rendered(binding, MadeTables.OPS));
    if (workload.scenario().loadIdentity().isPresent()) {
      add(all, Occasion.LOAD, binding.explain(LoadMark.TABLE));
      add(all, Occasion.LOAD, rendered(binding, LoadMark.OPS));
    }
    if (workload.scenario().requiredRows().isPresent()) {
      Op count = RowCountCheck.operation(workload.tables().get(0));
      add(all, Occasion.BEFORE, List.of(binding.explain(count)));
    }
    return List.copyOf(all);
  }

  private static List<String> rendered(Binding binding, List<Op> ops) {
    return ops.stream().map(binding::explain).toList();
  }

  private static void add(List<OverheadStatement> all, Occasion when, List<String> texts) {
    texts.forEach(text -> all.add(new OverheadStatement(when, "", text)));
  }
}
