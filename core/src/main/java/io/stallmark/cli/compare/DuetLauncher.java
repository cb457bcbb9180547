package io.stallmark.cli.compare;

import io.stallmark.analysis.duet.DuetSeconds;
import io.stallmark.analysis.duet.WidthRule;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.DuetText;
import io.stallmark.report.compare.StoredDuet;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.page.RunPage;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.duet.Duet;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Executes duets, and writes their files.
 *
 * @param cluster machines that generate the load of both sides; null: this process does
 * @param interruption ends a duet when the user asks for it
 * @param logins returns the credentials of a side
 */
record DuetLauncher(
    CommandContext program,
    LoadCluster.@Nullable Opened cluster,
    RunObserver interruption,
    Logins logins) {

  private static final double PERCENT = 100;

  /** Finds the credentials of a side. */
  interface Logins {
    Credentials of(String side) throws SpecException;
  }

  /**
   * A duet that has ended.
   *
   * @param duet null: a side was not measured to its end
   * @param report of the side that failed first; of A, if both did
   * @param refusal why there is no outcome of the gate; null: there is, or there is no gate
   */
  record Ended(@Nullable StoredDuet duet, RunReport report, @Nullable SpecException refusal) {}

  /**
   * A side, ready to run.
   *
   * @param name what the user calls it
   */
  private record Part(String name, RunJob job, DuetObserver printer, Duet.Part part) {}

  /**
   * Executes a duet. A side that fails is reported.
   *
   * @param directory of the duet
   * @param percent width at which the duet ends; null: at its time
   */
  Ended run(DuetSides sides, Path directory, @Nullable Double percent, GateOptions gate)
      throws SpecException, IOException, InterruptedException {
    @Nullable WidthRule until = percent == null ? null : new WidthRule(percent / PERCENT);
    Part a = part(sides, DuetSides.A, directory);
    Part b = part(sides, DuetSides.B, directory);
    checkLength(a.job, sides, until);
    gate.check(a.job);
    program.terminal().notice("Mode " + sides.mode().word() + ": " + sides.mode().why());
    Duet.Outcome outcome =
        new Duet(
                program.registry(),
                signal -> LoadCluster.generators(cluster, signal),
                until,
                sides.mode().turns(a.job.plan()),
                look -> program.terminal().notice(DuetText.look(look)))
            .run(a.part(), b.part());
    if (outcome.failed() != null) {
      return new Ended(null, failed(outcome, a, b), null);
    }
    ComparedGroups compared =
        ComparedGroups.paired(group(a, outcome.a()), group(b, outcome.b()), outcome.estimates());
    @Nullable SpecException refusal = null;
    try {
      compared = gate.judged(compared);
    } catch (SpecException e) { // the duet is kept
      refusal = e;
    }
    RunReport first = outcome.a().report();
    return new Ended(
        new StoredDuet(
            sides.mode(),
            compared,
            outcome.seconds().list(),
            outcome.seconds().looks(),
            outcome.unlike(),
            percent,
            outcome.turns()),
        first.exit() == RunReport.Exit.WELL ? outcome.b().report() : first,
        refusal);
  }

  private Part part(DuetSides sides, String side, Path directory) throws SpecException {
    Credentials credentials = logins.of(side);
    RunJob job = sides.job(program, side, credentials, directory.resolve(side));
    DuetObserver printer = new DuetObserver(program.terminal(), side.toUpperCase(Locale.ROOT));
    RunObserver observer =
        RunObserver.all(
            interruption, printer, RunPage.withFiles(credentials.redactor(), printer::warning));
    String name = program.terminal().redactor().redact(sides.name(side, job));
    return new Part(name, job, printer, new Duet.Part(job, credentials, observer));
  }

  /** Checks that a duet has enough pairs for an interval. */
  static void checkLength(RunJob job, DuetSides sides, @Nullable WidthRule until)
      throws SpecException {
    sides.mode().checkLength(job.plan(), Duet.FEWEST_PAIRS, Duet.INTERVAL, "--");
    if (until != null) {
      sides.mode().checkLength(job.plan(), WidthRule.FEWEST_PAIRS, "--until", "--");
    }
    SpecOption.check(
        "--until",
        until == null || !job.spec().open(),
        "given without --rate, which says the throughput of both sides");
  }

  private static RunGroup group(Part part, Duet.End end) throws IOException {
    Path directory = Objects.requireNonNull(end.report().directory());
    return new RunGroup(part.name, List.of(StoredRun.read(directory)));
  }

  /** Reports the side that failed first. Returns its report. */
  private RunReport failed(Duet.Outcome outcome, Part a, Part b) {
    boolean first = outcome.failed() == DuetSeconds.Side.A;
    Duet.End end = first ? outcome.a() : outcome.b();
    Throwable cause = end.cause();
    if (cause != null && RunReport.isDefect(cause)) {
      program.failed(cause);
    } else if (cause != null) {
      (first ? a : b).printer.failed(end.report().complaint());
    }
    return end.report();
  }

  /** Writes the files of a duet. Returns its page. */
  static Path write(StoredDuet duet, Path directory) throws IOException {
    Path page = directory.resolve(DuetFiles.PAGE);
    try {
      DuetFiles.write(duet, directory, page);
    } catch (IOException e) {
      throw new IOException(
          "The duet cannot be written to " + directory + ": " + FileTrouble.reason(e), e);
    }
    return page;
  }
}
