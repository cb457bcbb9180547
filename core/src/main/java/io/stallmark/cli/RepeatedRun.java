package io.stallmark.cli;

import io.stallmark.cli.signal.SignalRelay;
import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.Part;
import io.stallmark.experiment.Place;
import io.stallmark.experiment.Plan;
import io.stallmark.experiment.PlanText;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.Published;
import io.stallmark.experiment.result.ExperimentDirectory;
import io.stallmark.report.Terminal;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Secret;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** One run over and over: an experiment without a matrix. */
final class RepeatedRun {

  /** What is of all runs together, or comes otherwise. */
  private static final Set<String> NOT_OF_EACH =
      Set.of("--repeat", "--out", "--spec", "--url", "--password", "--password-file");

  private final Program program;
  private final Request request;
  private final ParseResult parsed;

  /**
   * @param parsed what the command was given
   */
  RepeatedRun(Program program, Request request, ParseResult parsed) {
    this.program = program;
    this.request = request;
    this.parsed = parsed;
  }

  /** Makes what is not completed. Returns the exit code. */
  int run(int times) throws SpecException, IOException {
    DatabaseUrl url = DatabaseUrl.parse(request.target().url());
    String label = request.workload().name() + "-" + request.binding().name();
    Place place = new Place("database", Optional.of(url), Map.of());
    List<String> arguments = arguments(url);
    Plan plan =
        new Plan(
            experiment(place, arguments, times),
            BigDecimal.ONE,
            PlannedRun.repeated(label, place, arguments, times),
            List.of(),
            List.of());
    Path shown =
        parsed.hasMatchedOption("--out")
            ? Path.of(parsed.matchedOption("--out").originalStringValues().get(0))
            : Path.of("results", ExperimentCommand.START.format(Instant.now()) + "-" + label);
    Terminal terminal = program.terminal();
    request.warnings().forEach(terminal::warning);
    Program secretive = withPassword();
    SignalRelay relay = new SignalRelay();
    program.signals().accept(relay::signal);
    try (ExperimentDirectory results =
        ExperimentDirectory.open(program.resolve(shown), plan, terminal.redactor())) {
      return new RunSequence(secretive, relay, plan, results, shown).run();
    }
  }

  private Experiment experiment(Place place, List<String> arguments, int times) {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(arguments);
    return new Experiment(
        request.workload().name() + " on " + request.binding().name(),
        PlanText.shell(command),
        request.workload(),
        Map.of(place.name(), place),
        Part.NOTHING,
        List.of(),
        Map.of(),
        false,
        times,
        false,
        parsed.hasMatchedOption("--verify"),
        Published.NOTHING);
  }

  /** What each run is told: the workload, pairs of names and values, then flags. */
  private List<String> arguments(DatabaseUrl url) {
    List<String> pairs = new ArrayList<>(List.of(request.workload().name(), "--url", url.url()));
    List<String> flags = new ArrayList<>();
    for (OptionSpec option : new LinkedHashSet<>(parsed.matchedOptions())) {
      String name = option.longestName();
      if (NOT_OF_EACH.contains(name)) {
        continue;
      }
      if (option.arity().max() == 0) {
        flags.add(name);
      } else {
        option.originalStringValues().forEach(value -> pairs.addAll(List.of(name, value)));
      }
    }
    pairs.addAll(flags);
    return pairs;
  }

  /** Asked for once, and never an argument of a run. */
  private Program withPassword() {
    Map<String, String> environment = new HashMap<>(program.environment());
    Secret password = request.target().password();
    if (password != null) {
      environment.put(Passwords.VARIABLE, password.reveal());
    }
    return program.within(program.signals(), environment);
  }
}
