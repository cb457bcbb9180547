package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.experiment.run.RunDirectories;
import io.stallmark.experiment.run.RunDirectories.Labelled;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.jmh.JmhJson;
import io.stallmark.report.page.ReportPage;
import io.stallmark.result.NoRunException;
import io.stallmark.result.RunFile;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code stallmark report}. */
final class ReportCommand extends DeclaredCommand {

  private static final SpecOption<Path> OUT = SpecOption.path("out", "FILE");
  private static final SpecOption<Path> JMH = SpecOption.path("jmh", "FILE");

  ReportCommand(CommandContext program) {
    super(program, JobOptions.parameter("DIR", "0..*", "1..*"), JobOptions.of(OUT, JMH));
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException, IOException {
    List<Path> directories = given.texts("dir").stream().map(Path::of).toList();
    List<Labelled> runs =
        readable(RunDirectories.of(directories.stream().map(program::resolve).toList()));
    List<ReportPage.Entry> entries =
        runs.stream().map(run -> new ReportPage.Entry(run.label(), run.directory())).toList();
    Path out = OUT.read(given);
    Path file = out == null ? file(runs) : program.resolve(out);
    try {
      if (runs.size() == 1) {
        ReportPage.write(runs.get(0).directory(), file);
      } else {
        ReportPage.Heading heading =
            new ReportPage.Heading(runs.size() + " runs compared", "", List.of());
        ReportPage.write(entries, heading, Map.of(), file);
      }
    } catch (NoRunException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    program.terminal().result(file.toString());
    Path jmh = JMH.read(given);
    if (jmh != null) {
      writeJmh(entries, program.resolve(jmh));
    }
    return CommandContext.WELL;
  }

  /**
   * Returns the runs that can be read. Of several runs, unreadable ones are left out with a
   * warning.
   *
   * @throws SpecException if a directory contains no run, or no run can be read
   */
  private List<Labelled> readable(List<Labelled> runs) throws SpecException {
    List<Labelled> readable = new ArrayList<>();
    List<String> complaints = new ArrayList<>();
    for (Labelled run : runs) {
      try {
        RunFile.read(run.directory());
        readable.add(run);
      } catch (NoRunException e) {
        if (runs.size() == 1 || !Files.exists(run.directory().resolve("run.json"))) {
          throw new SpecException(String.valueOf(e.getMessage()));
        }
        complaints.add(e.getMessage() + "; it is left out.");
      }
    }
    complaints.forEach(program.terminal()::warning);
    if (readable.isEmpty()) {
      throw new SpecException("None of the " + runs.size() + " runs can be read");
    }
    return readable;
  }

  private void writeJmh(List<ReportPage.Entry> entries, Path file) throws IOException {
    JmhJson.write(entries, file).forEach(program.terminal()::warning);
    program.terminal().result(file.toString());
  }

  private Path file(List<Labelled> runs) {
    return runs.size() == 1
        ? runs.get(0).directory().resolve(ResultFiles.PAGE)
        : program.resolve(Path.of(ResultFiles.PAGE));
  }
}
