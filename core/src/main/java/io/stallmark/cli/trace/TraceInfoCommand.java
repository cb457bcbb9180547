package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** {@code stallmark trace info}. */
final class TraceInfoCommand extends TraceWork {

  TraceInfoCommand(CommandContext program) {
    super(program);
  }

  @Override
  int execute(Path source, SpecEntries given) throws IOException {
    try (TraceReader reader = TraceReader.open(source)) {
      TraceStatistics statistics =
          new TraceStatistics(protocol(program, reader.document().origin().family()));
      for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
        statistics.add(next);
      }
      TraceInfoText.of(reader.document(), statistics).forEach(program.terminal()::result);
    }
    return CommandContext.WELL;
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
