package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
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
import org.jspecify.annotations.Nullable;

/** {@code stallmark trace filter}. */
final class TraceFilterCommand extends TraceWork {

  private static final SpecOption<String> OPERATIONS =
      SpecOption.text("operations", "KIND").withDefault("all");
  private static final SpecOption<Set<Integer>> SESSIONS =
      SpecOption.list("sessions", "N,...", TraceFilterCommand::sessions);

  TraceFilterCommand(CommandContext program) {
    super(program, JobOptions.required(TO), JobOptions.of(OPERATIONS, SESSIONS));
  }

  private static Set<Integer> sessions(SpecEntries given) throws SpecException {
    Set<Integer> numbers = new HashSet<>();
    for (String text : given.texts("sessions")) {
      for (String number : text.split(",")) {
        try {
          numbers.add(Quantity.integer(number));
        } catch (SpecException e) {
          throw new SpecException("--sessions: " + e.getMessage());
        }
      }
    }
    return numbers;
  }

  @Override
  int execute(Path source, SpecEntries given) throws SpecException, IOException {
    String operations = OPERATIONS.required(given);
    if (!Set.of("reads", "writes", "all").contains(operations)) {
      throw new SpecException("--operations: '" + operations + "' is not reads, writes or all");
    }
    Set<Integer> sessions = SESSIONS.required(given);
    Path target = target(given);
    try (TraceReader reader = TraceReader.open(source)) {
      TraceCopy.write(reader, target, selection(reader, operations, sessions));
    }
    program.terminal().result(target.toString());
    return CommandContext.WELL;
  }

  private TraceCopy.Selection selection(TraceReader reader, String operations, Set<Integer> kept)
      throws SpecException {
    WireProtocol protocol = protocol(operations, reader.document().origin().family());
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
  private @Nullable WireProtocol protocol(String operations, String family) throws SpecException {
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
