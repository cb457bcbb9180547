package io.stallmark.cli;

import io.stallmark.cli.compare.DuetSequence;
import io.stallmark.cli.job.ClusterOptions;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.cli.job.RunLauncher;
import io.stallmark.engine.RunFailure;
import io.stallmark.experiment.DatabaseAddresses;
import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.ExperimentDatabase;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.ExperimentPlanText;
import io.stallmark.experiment.ExperimentPlanner;
import io.stallmark.experiment.ExperimentReader;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.run.ExperimentDirectory;
import io.stallmark.experiment.run.ExperimentResults;
import io.stallmark.experiment.run.RunRecord;
import io.stallmark.experiment.run.RunSequence;
import io.stallmark.report.Terminal;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.RunJob;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.Secret;
import io.stallmark.text.Text;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code stallmark experiment}. */
final class ExperimentCommand extends DeclaredCommand {

  private static final SpecOption<Double> SCALE =
      SpecOption.value("scale", "X", Quantity::real, factor -> factor)
          .must(factor -> factor > 0 && factor <= 1e6, "above 0, up to 1M")
          .withDefault("1");

  private static final SpecOption<Boolean> DRY_RUN = SpecOption.flag("dry-run");
  private static final SpecOption<List<String>> URL = texts("url", "NAME=URL");
  private static final SpecOption<List<String>> WITHOUT = texts("without", "NAME");
  private static final SpecOption<Path> OUT = SpecOption.path("out", "DIR");

  private static SpecOption<List<String>> texts(String name, String label) {
    return SpecOption.list(name, label, given -> given.texts(name));
  }

  ExperimentCommand(CommandContext program) {
    super(
        program,
        JobOptions.parameter("FILE", "0", "1"),
        JobOptions.of(DRY_RUN, SCALE, URL, WITHOUT, OUT),
        ClusterOptions.ofRuns(),
        OutputOptions.options());
  }

  @Override
  protected int execute(SpecEntries given)
      throws SpecException, RunFailure, IOException, InterruptedException {
    OutputOptions output = new OutputOptions(given);
    output.apply(program.terminal());
    Path file = Path.of(given.required("file", "the experiment"));
    boolean dryRun = DRY_RUN.required(given);
    SpecOption.check(
        "--dry-run", !dryRun || !output.document(), "without --json, --csv and --markdown");
    Experiment experiment =
        new ExperimentReader(program.registry(), program.reader())
            .read(file, program.resolve(file), URL.required(given));
    keepSecrets(experiment);
    Path out = OUT.read(given);
    Path shown = out == null ? RunSequence.directory(experiment.name()) : out;
    Path directory = program.resolve(shown);
    SpecOption.check(
        "--out", !Files.exists(directory) || Files.isDirectory(directory), "a directory");
    boolean duets = experiment.execution().pairs() != null;
    ClusterOptions cluster = new ClusterOptions(given);
    LoadCluster.Coordination several = cluster.coordination(program);
    ExperimentPlan plan = shared(plan(experiment, given, file, directory), several);
    if (duets) {
      DuetSequence.check(program, plan, several == null ? 0 : several.agents());
    }
    ExperimentDirectory.check(directory, plan, program.terminal().redactor());
    if (dryRun) {
      print(plan, file, shown, true);
      return CommandContext.WELL;
    }
    for (ExperimentDatabase place : plan.places()) {
      if (place.url().isEmpty()) {
        throw new SpecException(DatabaseAddresses.missing(place, plan, file));
      }
    }
    InterruptHandler interruption = program.interruption();
    try (ExperimentDirectory results =
            ExperimentDirectory.open(directory, plan, program.terminal().redactor());
        LoadCluster.Opened opened = cluster.open(program, interruption)) {
      print(plan, file, shown, output.verbose());
      RunLauncher launcher = new RunLauncher(program, this::login, output, interruption, opened);
      if (duets) {
        return new DuetSequence(program, opened, interruption, plan, results, launcher, this::login)
            .run(output);
      }
      return new RunSequence(launcher, plan, results, program.terminal().redactor())
          .run()
          .exit()
          .code();
    }
  }

  /**
   * Returns the plan with the options of the load machines.
   *
   * @throws SpecException if a run cannot be shared by several machines
   */
  private ExperimentPlan shared(ExperimentPlan plan, LoadCluster.@Nullable Coordination several)
      throws SpecException {
    if (several == null) {
      return plan;
    }
    for (PlannedRun run : plan.runs()) {
      if (run.place().url().isPresent()) {
        String url = run.place().url().get().url();
        try {
          RunJob.of(run.spec(), program.registry(), Credentials.of(url, null, List.of()))
              .checkShared(several.agents());
        } catch (SpecException e) {
          throw new SpecException(run.name() + ": " + e.getMessage());
        }
      }
    }
    return plan.sharedBy(several.options());
  }

  /** Checks the URLs, and removes their passwords from all further output. */
  private void keepSecrets(Experiment experiment) throws SpecException {
    List<Secret> secrets = new ArrayList<>(List.of(PasswordSource.environment(program)));
    for (ExperimentDatabase place : experiment.databases().values()) {
      place.url().ifPresent(url -> secrets.addAll(url.secrets()));
    }
    program.keep(new Redactor(secrets));
    for (ExperimentDatabase place : experiment.databases().values()) {
      if (place.url().isPresent()) {
        program.registry().requiredBinding(place.url().get().url());
      }
    }
  }

  private void print(ExperimentPlan plan, Path file, Path shown, boolean whole) {
    Terminal terminal = program.terminal();
    ExperimentResults results = new ExperimentResults(program.resolve(shown), plan);
    Predicate<PlannedRun> done = run -> results.record(run).completed();
    (plan.experiment().execution().pairs() != null
            ? ExperimentPlanText.duets(
                plan,
                shown.toString(),
                duet -> shown.resolve(duet.name()).toString(),
                duet -> DuetSequence.isDone(program.resolve(shown), duet),
                whole)
            : whole
                ? ExperimentPlanText.lines(
                    plan, shown.toString(), run -> shown.resolve(run.name()).toString(), done)
                : ExperimentPlanText.brief(plan, shown.toString(), done))
        .forEach(terminal::result);
    terminal.result("");
    for (ExperimentDatabase place : plan.places()) {
      if (place.url().isEmpty()) {
        terminal.warning(DatabaseAddresses.missing(place, plan, file));
      } else if (place.url().get().password() != null) {
        terminal.warning(
            Text.format(
                "The password in the URL of %s is visible in the process list and the shell's history; STALLMARK_PASSWORD is not.",
                place.name()));
      }
    }
  }

  /** Returns the plan. Its estimates contain the measured durations of completed runs. */
  private ExperimentPlan plan(Experiment experiment, SpecEntries given, Path file, Path directory)
      throws SpecException {
    Set<String> leftOut = DatabaseAddresses.without(WITHOUT.required(given), experiment);
    BigDecimal factor = scale(experiment, given);
    ExperimentPlan plan;
    try {
      plan =
          new ExperimentPlanner(program.registry(), program.reader(), factor)
              .plan(experiment, leftOut);
    } catch (SpecException e) {
      throw new SpecException(file + ": " + e.getMessage());
    }
    if (plan.runs().isEmpty()) {
      throw new SpecException("--without excludes every run of " + file);
    }
    Map<String, Double> measured = new HashMap<>();
    ExperimentResults results = new ExperimentResults(directory, plan);
    for (PlannedRun run : plan.runs()) {
      RunRecord record = results.record(run);
      if (record.completed()) {
        record.seconds().ifPresent(seconds -> measured.put(run.label(), seconds));
      }
    }
    return plan.with(
        run -> {
          Double seconds = measured.get(run.label());
          return seconds == null ? run : run.with(run.estimate().taking(seconds));
        });
  }

  private static BigDecimal scale(Experiment experiment, SpecEntries given) throws SpecException {
    double number = SCALE.required(given);
    if (number != 1 && experiment.scaled().isEmpty()) {
      throw new SpecException("--scale: the file has no key scale, which lists what can be scaled");
    }
    return BigDecimal.valueOf(number);
  }

  private Credentials login(ExperimentDatabase place) throws SpecException {
    DatabaseUrl url = place.url().orElseThrow();
    String file = place.options().get("password-file");
    if (file == null && url.password() != null) {
      return Credentials.of(
          url.url(), url.password(), List.of(PasswordSource.environment(program)));
    }
    SpecEntries given = new SpecEntries(List.of()).with("url", url.url());
    return PasswordSource.find(program, file == null ? given : given.with("password-file", file));
  }
}
