package io.stallmark.cli;

import static io.stallmark.spec.SpecOption.list;
import static io.stallmark.spec.SpecOption.text;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.cli.job.RunLauncher;
import io.stallmark.engine.RunFailure;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunReport;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** {@code stallmark import} and {@code stallmark export}: the user's files and tables. */
final class FileCommand extends DeclaredCommand {

  private static final String FILE = "file";
  private static final String DELIMITER = "delimiter";
  private static final String NULL = "null";
  private static final String COMMA = ",";
  private static final Set<String> SETTINGS =
      Set.of("table", FILE, "format", "columns", "batch", "journal", DELIMITER, NULL, "header");
  private static final Pattern NAMED =
      Pattern.compile("-p (" + String.join("|", SETTINGS) + ")\\b");

  private final String workload;

  private FileCommand(CommandContext program, String workload) {
    super(
        program,
        JobOptions.of(
            text("table", "NAME"),
            list(FILE, "PATH", given -> given.texts(FILE)),
            text("format", "auto|bson|jsonl|tsv|csv").withDefault("auto"),
            text("columns", "NAME,…"),
            text(DELIMITER, "CHARACTER").withDefault(","),
            text(NULL, "TEXT"),
            text("header", "on|off").withDefault("on"),
            RunOptions.OUT),
        JobOptions.ofConnection(),
        JobOptions.of(RunOptions.THREADS),
        OutputOptions.options());
    this.workload = workload;
  }

  static CommandSpec ofImport(CommandContext program) {
    return new FileCommand(program, "import")
        .spec()
        .addMixin(
            "rows", JobOptions.of(text("batch", "N").withDefault("1000"), text("journal", "FILE")));
  }

  static CommandSpec ofExport(CommandContext program) {
    return new FileCommand(program, "export").spec();
  }

  /** Executes a run of the workload with the command's name. */
  @Override
  protected int execute(SpecEntries given)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    OutputOptions output = new OutputOptions(given);
    output.apply(program.terminal());
    if (workload.equals("export") && given.texts(FILE).size() > 1) {
      throw new SpecException("--file is given twice: an export has one file or directory");
    }
    given.required("url", "the database that has the table");
    given.required("table", "the table or collection");
    given.required(FILE, "the file or directory");
    SpecEntries entries = entries(workload, given);
    Credentials credentials = PasswordSource.find(program, entries);
    try {
      RunJob job = RunJob.of(program.reader().read(entries), program.registry(), credentials);
      RunReport report =
          new RunLauncher(program, place -> credentials, output).run(job, credentials);
      output.print(program.terminal(), report.directory());
      return report.exit().code();
    } catch (SpecException e) {
      // The workload knows these options as its settings.
      throw new SpecException(NAMED.matcher(String.valueOf(e.getMessage())).replaceAll("--$1"));
    }
  }

  /** Returns the entries of the run: options about files and rows are settings of the workload. */
  private static SpecEntries entries(String workload, SpecEntries given) throws SpecException {
    SpecEntries entries = given.without(SETTINGS).with(SpecEntries.WORKLOAD, workload);
    for (String setting : SETTINGS) {
      List<String> texts = given.texts(setting);
      if (texts.isEmpty() || (setting.equals(NULL) && texts.contains(""))) { // its default
        continue;
      }
      if (setting.equals(FILE) && texts.stream().anyMatch(text -> text.contains(COMMA))) {
        throw new SpecException("--file: a path with a comma is not possible: rename it");
      }
      String value = String.join(COMMA, texts).replace("\t", "\\t");
      if (setting.equals(DELIMITER) && value.equals(" ")) {
        value = "space";
      } else if (value.isBlank()) {
        throw new SpecException("--" + setting + " is blank");
      }
      entries = entries.with(SpecEntries.SETTING, setting + "=" + value);
    }
    return entries;
  }
}
