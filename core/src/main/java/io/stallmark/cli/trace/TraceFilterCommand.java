package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stallmark trace filter}. */
@Command(name = "filter")
final class TraceFilterCommand implements Callable<Integer> {

  private final CommandContext program;

  @Parameters(index = "0", paramLabel = "DIR")
  private Path directory = Path.of("");

  @Option(names = "--to", paramLabel = "DIR", required = true)
  private Path target = Path.of("");

  @Option(names = "--operations", paramLabel = "KIND", defaultValue = "all")
  private String operations = "";

  @Option(names = "--sessions", paramLabel = "N,...", split = ",")
  private @Nullable Set<Integer> sessions;

  TraceFilterCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, IOException {
    if (!Set.of("reads", "writes", "all").contains(operations)) {
      throw new SpecException("--operations: '" + operations + "' is not reads, writes or all");
    }
    return TraceCommand.execute(
        () -> {
          try (TraceReader reader = TraceReader.open(program.resolve(directory))) {
            TraceCopy.write(reader, program.resolve(target), selection(reader));
          }
          program.terminal().result(program.resolve(target).toString());
          return CommandContext.WELL;
        });
  }

  private TraceCopy.Selection selection(TraceReader reader) throws SpecException {
    Set<Integer> kept = sessions == null ? Set.of() : new HashSet<>(sessions);
    WireProtocol protocol = protocol(reader.document().origin().family());
    OperationTexts texts = protocol == null ? null : protocol.texts();
    boolean writes = operations.equals("writes");
    return (record, copy) -> {
      boolean wanted = kept.isEmpty() || kept.contains(record.session());
      if (wanted && texts != null) {
        if (record instanceof Operation operation) {
          OperationText text = texts.describe(operation);
          wanted = text.control() || text.write() == writes;
        } else if (record instanceof Reply reply) {
          texts.replied(reply);
        } else if (record instanceof SessionEnd) {
          texts.ended(record.session());
        }
      }
      if (wanted) {
        copy.accept(record);
      }
    };
  }

  /** Returns the protocol that knows reads from writes; null: all operations are wanted. */
  private @Nullable WireProtocol protocol(String family) throws SpecException {
    if (operations.equals("all")) {
      return null;
    }
    WireProtocol protocol = TraceInfoCommand.protocol(program, family);
    if (protocol == null) {
      throw new SpecException(
          "--operations %s: this Stallmark cannot read operations of family '%s'",
          operations, family);
    }
    return protocol;
  }
}
