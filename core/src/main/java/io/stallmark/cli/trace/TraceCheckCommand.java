package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.report.Terminal;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceCheck;
import io.stallmark.trace.TraceDocument.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code stallmark trace check}. */
@Command(name = "check")
final class TraceCheckCommand implements Callable<Integer> {

  private final CommandContext program;

  @Parameters(index = "0", paramLabel = "DIR")
  private Path directory = Path.of("");

  TraceCheckCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, IOException {
    return TraceCommand.execute(() -> report(TraceCheck.of(program.resolve(directory))));
  }

  private int report(TraceCheck.Result result) {
    Terminal terminal = program.terminal();
    result.damages().forEach(terminal::result);
    terminal.result(
        Text.format(
            "Segments: %,d. Operations: %,d = %,d with a reply + %,d without. Damage: %s.",
            result.segments(),
            result.counts().operations(),
            result.counts().replies(),
            result.unanswered(),
            result.damages().isEmpty() ? "none" : Text.format("%,d", result.damages().size())));
    if (result.document().state() == State.RECORDING) {
      terminal.result("Unfinished: the recording was killed or is in progress.");
    } else if (result.document().state() == State.FAILED) {
      terminal.result("The recording failed: " + result.document().reason());
    }
    return result.damages().isEmpty() ? CommandContext.WELL : Exit.FAILED.code();
  }
}
