package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.spec.SpecException;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stallmark trace cut}. */
@Command(name = "cut")
final class TraceCutCommand implements Callable<Integer> {

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final CommandContext program;

  @Parameters(index = "0", paramLabel = "DIR")
  private Path directory = Path.of("");

  @Option(names = "--to", paramLabel = "DIR", required = true)
  private Path target = Path.of("");

  @Option(names = "--from", paramLabel = "S")
  private double from;

  @Option(names = "--until", paramLabel = "S")
  private @Nullable Double until;

  TraceCutCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, IOException {
    if (!(from >= 0)) {
      throw new SpecException("--from: a time of the recording is not negative");
    }
    if (until != null && !(until > from)) {
      throw new SpecException("--until: it must be later than --from");
    }
    long first = (long) (from * NANOS);
    long last = until == null ? TraceReader.UNTIL_END : (long) (until * NANOS);
    return TraceCommand.execute(
        () -> {
          Path source = program.resolve(directory);
          try (TraceReader reader = TraceReader.open(source, TraceReader.FROM_START, last)) {
            TraceCopy.write(reader, program.resolve(target), selection(first));
          }
          program.terminal().result(program.resolve(target).toString());
          return CommandContext.WELL;
        });
  }

  /** Selects the records from a time on. A session that is open then begins at that time. */
  private static TraceCopy.Selection selection(long first) {
    Map<Integer, SessionStart> open = new HashMap<>();
    return (record, copy) -> {
      if (record.time() >= first) {
        SessionStart begun = open.remove(record.session());
        if (begun != null) {
          copy.accept(new SessionStart(begun.session(), first, begun.attributes()));
        }
        copy.accept(record);
      } else if (record instanceof SessionStart begun) {
        open.put(record.session(), begun);
      } else if (record instanceof SessionEnd) {
        open.remove(record.session());
      }
    };
  }
}
