package io.stallmark.cli.trace;

import io.stallmark.capture.RecordingConversion;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.engine.RunFailure;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceDocument.Counts;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stallmark trace convert}. */
@Command(name = "convert")
public final class TraceConvertCommand implements Callable<Integer> {

  private final CommandContext program;

  @Parameters(paramLabel = "FILE", arity = "1..*")
  private List<Path> files = List.of();

  @Option(names = "--source", paramLabel = "FORMAT", required = true)
  private String source = "";

  @Option(names = "--to", paramLabel = "DIR", required = true)
  private Path target = Path.of("");

  TraceConvertCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, RunFailure {
    List<WireProtocol> protocols =
        program.registry().bindings().stream()
            .flatMap(binding -> binding.wireProtocol().stream())
            .toList();
    return convert(
        program, RecordingConversion.of(protocols, source, "", resolved(program, files)), target);
  }

  /** Returns the paths as seen from the program's directory. */
  public static List<Path> resolved(CommandContext program, List<Path> files) {
    return files.stream().map(program::resolve).toList();
  }

  /** Writes the trace and reports what it has. */
  public static int convert(CommandContext program, RecordingConversion conversion, Path directory)
      throws SpecException, RunFailure {
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
              Text.format(
                  "%,d operations of %,d sessions in %s",
                  counts.operations(), counts.sessions(), directory));
      trace
          .document()
          .gaps()
          .forEach(
              (reason, number) ->
                  program
                      .terminal()
                      .notice(Text.format("%,d operations are missing: %s", number, reason)));
    } catch (TraceException e) {
      throw new RunFailure(String.valueOf(e.getMessage()));
    }
    return CommandContext.WELL;
  }
}
