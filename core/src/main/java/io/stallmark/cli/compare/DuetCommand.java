package io.stallmark.cli.compare;

import io.stallmark.analysis.duet.DuetSeconds;
import io.stallmark.analysis.duet.WidthRule;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.experiment.run.RunSequence;
import io.stallmark.report.Terminal;
import io.stallmark.report.TextLines;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.ComparisonFiles;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.DuetText;
import io.stallmark.report.compare.StoredDuet;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.page.RunPage;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunReport;
import io.stallmark.run.duet.Duet;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code stallmark duet}: measures two sides at the same time, and compares them. */
public final class DuetCommand extends DeclaredCommand {

  private static final double PERCENT = 100;
  private static final int FEWEST_PAIRS = 20;

  private static final SpecOption<Double> UNTIL =
      SpecOption.<Double>value("until", "PERCENT", Quantity::percent, width -> width)
          .must(width -> width > 0 && width < PERCENT, "more than 0 and less than 100");

  private static final SpecOption<Boolean> ALL = SpecOption.flag("all");

  public DuetCommand(CommandContext program) {
    super(
        program,
        JobOptions.ofJob(),
        DuetSides.options(),
        JobOptions.of(RunOptions.THREADS, UNTIL),
        JobOptions.ofDuet(),
        GateOptions.options(),
        JobOptions.of(ALL),
        OutputOptions.options());
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException, IOException, InterruptedException {
    OutputOptions output = new OutputOptions(given);
    Terminal terminal = program.terminal();
    output.apply(terminal);
    GateOptions gate = GateOptions.read(program, given).ofDuet();
    Double percent = UNTIL.read(given);
    @Nullable WidthRule until = percent == null ? null : new WidthRule(percent / PERCENT);
    DuetSides sides = new DuetSides(given).timed(until != null);
    sides.check();
    String out = RunOptions.OUT.required(given).toString();
    Path directory = program.resolve(Path.of(out)).resolve(name(given));
    InterruptHandler interruption = program.interruption();
    PasswordSource.Prompt prompt = new PasswordSource.Prompt();
    Part a = part(sides, DuetSides.A, directory, interruption, prompt);
    Part b = part(sides, DuetSides.B, directory, interruption, prompt);
    checkLength(a.job, sides, until);
    gate.check(a.job);
    Duet.Outcome outcome =
        new Duet(program.registry(), until, sides.alternation(a.job)).run(a.part(), b.part());
    if (outcome.failed() != null) {
      return failed(outcome, a, b);
    }
    ComparedGroups compared =
        ComparedGroups.paired(group(a, outcome.a()), group(b, outcome.b()), outcome.estimates());
    StoredDuet duet =
        new StoredDuet(
            sides.mode(),
            sides.why(),
            gate.judged(compared),
            outcome.seconds().list(),
            outcome.seconds().looks(),
            outcome.unlike(),
            percent,
            outcome.turns());
    print(duet, output, ALL.required(given) || output.verbose());
    write(duet, directory);
    return gate.concluded(program, duet.compared());
  }

  /**
   * A side, ready to run.
   *
   * @param name what the user calls it
   */
  private record Part(String name, RunJob job, DuetObserver printer, Duet.Part part) {}

  private Part part(
      DuetSides sides,
      String side,
      Path directory,
      RunObserver interruption,
      PasswordSource.Prompt prompt)
      throws SpecException {
    Credentials credentials = sides.credentials(program, side, prompt);
    RunJob job = sides.job(program, side, credentials, directory.resolve(side));
    DuetObserver printer = new DuetObserver(program.terminal(), side.toUpperCase(Locale.ROOT));
    RunObserver observer =
        RunObserver.all(
            interruption, printer, RunPage.withFiles(credentials.redactor(), printer::warning));
    return new Part(sides.name(side, job), job, printer, new Duet.Part(job, credentials, observer));
  }

  /** Returns the name of a new directory. */
  private static String name(SpecEntries given) {
    return String.valueOf(
        RunSequence.directory("duet-" + given.text(SpecEntries.WORKLOAD)).getFileName());
  }

  private static void checkLength(RunJob job, DuetSides sides, @Nullable WidthRule until)
      throws SpecException {
    long pair = sides.pair(job.plan().interval());
    SpecOption.check(
        "--seconds",
        job.plan().duration() >= FEWEST_PAIRS * pair,
        Text.format(
            "at least %d times --interval, for an interval of the difference",
            FEWEST_PAIRS * pair / job.plan().interval()));
    SpecOption.check(
        "--until",
        until == null || !job.spec().open(),
        "given without --rate, which says the throughput of both sides");
  }

  private static RunGroup group(Part part, Duet.End end) throws IOException {
    Path directory = Objects.requireNonNull(end.report().directory());
    return new RunGroup(part.name, List.of(StoredRun.read(directory)));
  }

  /** Reports the side that failed first. Returns its exit code. */
  private int failed(Duet.Outcome outcome, Part a, Part b) {
    boolean first = outcome.failed() == DuetSeconds.Side.A;
    Duet.End end = first ? outcome.a() : outcome.b();
    Throwable cause = end.cause();
    if (cause != null && RunReport.isDefect(cause)) {
      program.failed(cause);
    } else if (cause != null) {
      (first ? a : b).printer.failed(end.report().complaint());
    }
    return end.report().exit().code();
  }

  private void print(StoredDuet duet, OutputOptions output, boolean all) {
    Terminal terminal = program.terminal();
    for (String warning : duet.warnings()) {
      TextLines.wrapped("Warning: " + warning).forEach(terminal::notice);
    }
    DuetText.of(duet, all).forEach(terminal::result);
    if (output.json()) {
      terminal.document(DuetFiles.json(duet).stripTrailing());
    } else if (output.csv()) {
      terminal.document(ComparisonFiles.csv(duet.compared()).stripTrailing());
    } else if (output.markdown()) {
      DuetText.markdown(duet, all).forEach(terminal::document);
    } else if (output.quiet()) {
      DuetText.brief(duet).forEach(terminal::document);
    }
  }

  private void write(StoredDuet duet, Path directory) throws IOException {
    Path page = directory.resolve(DuetFiles.PAGE);
    try {
      DuetFiles.write(duet, directory, page);
    } catch (IOException e) {
      throw new IOException(
          "The duet cannot be written to " + directory + ": " + FileTrouble.reason(e), e);
    }
    program.terminal().result("Report: " + page);
  }
}
