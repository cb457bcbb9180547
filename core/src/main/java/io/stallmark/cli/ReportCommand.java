package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.experiment.run.RunDirectories;
import io.stallmark.experiment.run.RunDirectories.Labelled;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.jmh.JmhJson;
import io.stallmark.report.page.ReportPage;
import io.stallmark.result.NoRunException;
import io.stallmark.result.RunFile;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stallmark report}. */
@Command(name = "report")
final class ReportCommand implements Callable<Integer> {

  private final CommandContext program;

  @Parameters(index = "0..*", arity = "1..*", paramLabel = "DIR")
  private List<Path> directories = new ArrayList<>();

  @Option(names = "--out", paramLabel = "FILE")
  private @Nullable Path out;

  @Option(names = "--jmh", paramLabel = "FILE")
  private @Nullable Path jmh;

  ReportCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, IOException {
    List<Labelled> runs =
        readable(RunDirectories.of(directories.stream().map(program::resolve).toList()));
    List<ReportPage.Entry> entries =
        runs.stream().map(run -> new ReportPage.Entry(run.label(), run.directory())).toList();
    Path file = file(runs);
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
    if (out != null) {
      return program.resolve(out);
    }
    return runs.size() == 1
        ? runs.get(0).directory().resolve(ResultFiles.PAGE)
        : program.resolve(Path.of(ResultFiles.PAGE));
  }
}
