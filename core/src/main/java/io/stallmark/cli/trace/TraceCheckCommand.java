package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.report.Terminal;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spec.SpecEntries;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceCheck;
import io.stallmark.trace.TraceDocument.State;
import java.io.IOException;
import java.nio.file.Path;

/** {@code stallmark trace check}. */
final class TraceCheckCommand extends TraceWork {

  TraceCheckCommand(CommandContext program) {
    super(program);
  }

  @Override
  int execute(Path source, SpecEntries given) throws IOException {
    TraceCheck.Result result = TraceCheck.of(source);
    Terminal terminal = program.terminal();
    result.damages().forEach(terminal::result);
    terminal.result(
        "Segments: %,d. Operations: %,d = %,d with a reply + %,d without. Damage: %s.",
        result.segments(),
        result.counts().operations(),
        result.counts().replies(),
        result.unanswered(),
        result.damages().isEmpty() ? "none" : Text.format("%,d", result.damages().size()));
    if (result.document().state() == State.RECORDING) {
      terminal.result("Unfinished: the recording was killed or is in progress.");
    } else if (result.document().state() == State.FAILED) {
      terminal.result("The recording failed: " + result.document().reason());
    }
    return result.damages().isEmpty() ? CommandContext.WELL : Exit.FAILED.code();
  }
}
