package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.OptionEntries;
import io.stallmark.cli.job.StatementListing;
import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RunPlan;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.KeyValuePairs;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stallmark explain}. */
@Command(
    name = "explain",
    header = "Shows every statement that a workload sends, in the database's own language.",
    description = {
      "",
      "The tables first, then the operations in the order of a transaction, by the same renderer"
          + " that a run uses. No database is needed."
    },
    footer = {
      "",
      "Examples:",
      "  stallmark explain sysbench",
      "  stallmark explain sysbench --url mongodb: -p mix=read_only",
      ""
    })
final class ExplainCommand implements Callable<Integer> {

  private final CommandContext program;

  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "WORKLOAD", description = "'stallmark list' names them.")
  private String workload = "";

  @Option(
      names = "-p",
      paramLabel = "KEY=VALUE",
      description = "A setting of the workload; repeatable.")
  List<String> settings = new ArrayList<>();

  @Option(
      names = "--" + SpecEntries.FIDELITY,
      paramLabel = "VALUE",
      description = "The same as -p fidelity=VALUE, for workloads with that setting.")
  @Nullable String fidelity;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "A URL, only its scheme (with the colon) or a binding's name. Without it, what 'run'"
              + " would take.")
  private @Nullable String given;

  @Option(names = "--storage", paramLabel = "KEY=VALUE,…", description = "How tables are stored.")
  private List<String> storage = new ArrayList<>();

  ExplainCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException {
    Workload chosen = program.registry().requiredWorkload(workload);
    Binding binding = binding(program.registry());
    Settings checked = new SettingsReader(chosen).read(OptionEntries.of(command).settings());
    Map<String, String> stored = KeyValuePairs.parseLists("--storage", storage);
    try {
      Scenario scenario = chosen.scenario(checked, RunPlan.DEFAULT_SEED, binding.capabilities());
      StatementListing.print(binding, ResolvedWorkload.of(scenario, stored), program.terminal());
    } catch (IllegalArgumentException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    return CommandContext.WELL;
  }

  private Binding binding(Registry registry) throws SpecException {
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
    throw new SpecException(
        "No database is known by '" + url + "': " + NearestWord.hint(url, names));
  }
}
