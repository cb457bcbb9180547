package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RunPlan;
import io.stallmark.report.Terminal;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.Binding;
import io.stallmark.spi.server.OverheadStatement;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import io.stallmark.tables.OverheadOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code stallmark explain}. */
final class ExplainCommand extends DeclaredCommand {

  private static final String OVERHEAD = "overhead";

  ExplainCommand(CommandContext program) {
    super(
        program,
        JobOptions.parameter("WORKLOAD", "0", "1"),
        JobOptions.of(
            RunOptions.SETTING,
            RunOptions.FIDELITY,
            RunOptions.FILE,
            RunOptions.DEFINE,
            RunOptions.SQL,
            RunOptions.NATIVE_COMMAND,
            RunOptions.URL,
            RunOptions.STORAGE,
            SpecOption.flag(OVERHEAD)));
  }

  @Override
  protected int execute(SpecEntries entries) throws SpecException {
    Workload chosen =
        program.registry().requiredWorkload(String.valueOf(entries.text(SpecEntries.WORKLOAD)));
    Binding binding = binding(program.registry(), entries.text("url"));
    Settings checked = new SettingsReader(chosen).read(entries.settings());
    Map<String, String> stored = entries.storage();
    return SpecException.unlessRefused(
        () -> {
          Scenario scenario =
              chosen.scenario(checked, RunPlan.DEFAULT_SEED, binding.capabilities());
          ResolvedWorkload resolved = ResolvedWorkload.of(scenario, stored);
          if (entries.flag(OVERHEAD)) {
            printOverhead(binding, resolved, program.terminal());
          } else {
            print(binding, resolved, program.terminal());
          }
          return CommandContext.WELL;
        });
  }

  private static Binding binding(Registry registry, @Nullable String given) throws SpecException {
    String url = given == null ? registry.defaultUrl() : given;
    Optional<Binding> named =
        registry.bindings().stream()
            .filter(b -> b.name().equals(url) || b.prefixes().contains(url + ":"))
            .findFirst();
    if (named.isPresent()) {
      return named.get();
    }
    if (url.contains(":")) {
      return registry.requiredBinding(DatabaseUrl.parse(url).url());
    }
    List<String> names = registry.bindings().stream().map(Binding::name).toList();
    throw new SpecException("No database is known by '%s': %s", url, NearestWord.hint(url, names));
  }

  /** Prints the tables first, then the operations in the order of a transaction. */
  static void print(Binding binding, ResolvedWorkload workload, Terminal terminal) {
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
      List<String> kinds = role.transactionKinds();
      boolean alike = kinds.size() < 2; // else each kind sends some of the statements
      terminal.result(
          (alike ? "-- transaction" : "-- transactions " + String.join(", ", kinds))
              + (several ? " of " + role.name() : ""));
      List<String> boundaries = role.transactional() ? binding.boundaries() : List.of();
      if (role.transactional()) {
        terminal.result(alike ? "-- begin" : "-- begin and commit, where a transaction has them");
        boundaries.stream().limit(alike ? 1 : 2).forEach(terminal::result);
      }
      if (role.ops().isEmpty()) {
        terminal.result("-- its statements are known only in a run");
      }
      for (Op op : role.ops()) {
        String times = role.times().get(op.name());
        terminal.result("-- " + op.name() + (times == null ? "" : ", " + times));
        terminal.result(binding.explain(op));
      }
      if (role.transactional() && alike) {
        terminal.result("-- commit");
        boundaries.stream().skip(1).forEach(terminal::result);
      }
    }
  }

  private static void printOverhead(Binding binding, ResolvedWorkload workload, Terminal terminal) {
    List<OverheadStatement> all = new ArrayList<>(binding.overhead());
    if (!workload.tables().isEmpty()) {
      all.addAll(OverheadOperations.of(binding, workload));
    }
    for (OverheadStatement.Occasion when : OverheadStatement.Occasion.values()) {
      List<OverheadStatement> sent = all.stream().filter(each -> each.occasion() == when).toList();
      if (!sent.isEmpty()) {
        terminal.result("-- " + when.description());
      }
      for (OverheadStatement each : sent) {
        String storage = each.storage().isEmpty() ? "" : "  -- tables in " + each.storage();
        terminal.result(each.text() + storage);
      }
    }
    terminal.result("-- after a run without --verify");
    terminal.result("-- reads of a sample of the rows that must exist, by the primary key");
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
