package io.stallmark.cli;

import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
import io.stallmark.cli.job.Statements;
import io.stallmark.plan.Registry;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.StoredScenario;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Nearest;
import io.stallmark.spec.Pairs;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  private final Program program;

  @Parameters(index = "0", paramLabel = "WORKLOAD", description = "'stallmark list' names them.")
  private String workload = "";

  @Option(
      names = "-p",
      paramLabel = "KEY=VALUE",
      description = "A setting of the workload; repeatable.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--" + JobOptions.FIDELITY,
      paramLabel = "VALUE",
      description = "The same as -p fidelity=VALUE, for workloads with that setting.")
  private @Nullable String fidelity;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "A URL, only its scheme (mongodb:) or a binding's name (mongo). Without it, what 'run'"
              + " would take.")
  private @Nullable String given;

  @Option(
      names = "--storage",
      paramLabel = "KEY=VALUE,…",
      description = "How tables are stored: engine=InnoDB,row_format=COMPRESSED.")
  private List<String> storage = new ArrayList<>();

  ExplainCommand(Program program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException {
    JobOptions options = new JobOptions();
    options.work.settings = settings;
    options.work.fidelity = fidelity;
    Workload chosen = Request.workload(program.registry(), workload);
    Binding binding = binding(program.registry());
    Settings checked = Request.settings(chosen, options);
    Map<String, String> stored = Pairs.parseLists("--storage", storage);
    try {
      Scenario scenario = chosen.scenario(checked, RunPlan.DEFAULT_SEED, binding.capabilities());
      Statements.print(binding, StoredScenario.of(scenario, stored), program.terminal());
    } catch (IllegalArgumentException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    return Program.WELL;
  }

  private Binding binding(Registry registry) throws SpecException {
    String url = Request.url(given, registry);
    Optional<Binding> named =
        registry.bindings().stream()
            .filter(b -> b.name().equals(url) || b.prefixes().contains(url + ":"))
            .findFirst();
    if (named.isPresent()) {
      return named.get();
    }
    if (url.contains(":")) {
      return Request.binding(registry, DatabaseUrl.parse(url).url());
    }
    List<String> names = registry.bindings().stream().map(Binding::name).toList();
    throw new SpecException("No database is known by '" + url + "': " + Nearest.hint(url, names));
  }
}
