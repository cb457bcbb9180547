package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code stallmark trace info}. */
@Command(name = "info")
final class TraceInfoCommand implements Callable<Integer> {

  private final CommandContext program;

  @Parameters(index = "0", paramLabel = "DIR")
  private Path directory = Path.of("");

  TraceInfoCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, IOException {
    return TraceCommand.execute(
        () -> {
          Path source = program.resolve(directory);
          try (TraceReader reader = TraceReader.open(source)) {
            TraceStatistics statistics =
                new TraceStatistics(protocol(program, reader.document().origin().family()));
            for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
              statistics.add(next);
            }
            TraceInfoText.of(reader.document(), statistics).forEach(program.terminal()::result);
          }
          return CommandContext.WELL;
        });
  }

  /** Returns the protocol of a family; null: this program has none. */
  static @Nullable WireProtocol protocol(CommandContext program, String family) {
    return program.registry().bindings().stream()
        .flatMap(binding -> binding.wireProtocol().stream())
        .filter(protocol -> protocol.family().equals(family))
        .findFirst()
        .orElse(null);
  }
}
