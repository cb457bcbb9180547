package io.stallmark.cli.run;

import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
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
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ParseResult;

/** One run over and over: an experiment without a matrix. */
final class RepeatedRun {

  private final Program program;
  private final Request request;
  private final ParseResult parsed;
  private final long requestSeed;

  /**
   * @param parsed what the command was given
   * @param requestSeed each run gets one of its own from it
   */
  RepeatedRun(Program program, Request request, ParseResult parsed, long requestSeed) {
    this.program = program;
    this.request = request;
    this.parsed = parsed;
    this.requestSeed = requestSeed;
  }

  /** Makes what is not completed. Returns the exit code. */
  int run(int times) throws SpecException, IOException {
    DatabaseUrl url = DatabaseUrl.parse(request.target().url());
    String label = request.workload().name() + "-" + request.binding().name();
    Place place = new Place("database", Optional.of(url), Map.of());
    List<String> arguments = RunArguments.of(request, parsed, Set.of("--repeat", "--request-seed"));
    Plan plan =
        new Plan(
            experiment(place, arguments, times),
            BigDecimal.ONE,
            PlannedRun.repeated(label, place, arguments, times, requestSeed),
            List.of(),
            List.of());
    Path shown = out(parsed, label);
    Terminal terminal = program.terminal();
    request.warnings().forEach(terminal::warning);
    Program secretive = RunArguments.withPassword(program, request);
    SignalRelay relay = new SignalRelay();
    program.signals().accept(relay::signal);
    try (ExperimentDirectory results =
        ExperimentDirectory.open(program.resolve(shown), plan, terminal.redactor())) {
      return new RunSequence(secretive, relay, plan, results, shown).run();
    }
  }

  /** Where the results of several runs go. */
  static Path out(ParseResult parsed, String label) {
    return parsed.hasMatchedOption("--out")
        ? Path.of(parsed.matchedOption("--out").originalStringValues().get(0))
        : RunSequence.directory(label);
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
}
