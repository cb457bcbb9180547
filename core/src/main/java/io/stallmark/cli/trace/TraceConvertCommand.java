package io.stallmark.cli.trace;

import io.stallmark.capture.RecordingConversion;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.engine.RunFailure;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceDocument.Counts;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code stallmark trace convert}. */
public final class TraceConvertCommand extends DeclaredCommand {

  private static final SpecOption<String> SOURCE = SpecOption.text("source", "FORMAT");

  TraceConvertCommand(CommandContext program) {
    super(
        program,
        JobOptions.parameter("FILE", "0..*", "1..*"),
        JobOptions.required(SOURCE),
        JobOptions.required(TraceWork.TO));
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException, RunFailure {
    List<WireProtocol> protocols =
        program.registry().bindings().stream()
            .flatMap(binding -> binding.wireProtocol().stream())
            .toList();
    List<Path> files =
        given.texts("file").stream().map(file -> program.resolve(Path.of(file))).toList();
    RecordingConversion conversion =
        RecordingConversion.of(protocols, SOURCE.required(given), files);
    Path directory = TraceWork.TO.required(given);
    Path target = program.resolve(directory);
    try {
      conversion.write(target, StallmarkVersion.stallmark());
    } catch (IOException e) {
      throw new RunFailure(String.valueOf(e.getMessage()));
    }
    try (TraceReader trace = TraceReader.open(target)) {
      Counts counts = trace.document().counts();
      program
          .terminal()
          .result(
              "%,d operations of %,d sessions in %s",
              counts.operations(), counts.sessions(), directory);
      trace
          .document()
          .gaps()
          .forEach(
              (reason, number) ->
                  program.terminal().notice("%,d operations are missing: %s", number, reason));
    } catch (TraceException e) {
      throw new RunFailure(String.valueOf(e.getMessage()));
    }
    return CommandContext.WELL;
  }
}
