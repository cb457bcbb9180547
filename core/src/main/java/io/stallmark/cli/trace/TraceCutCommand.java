package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code stallmark trace cut}. */
final class TraceCutCommand extends TraceWork {

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final SpecOption<Double> FROM = seconds("from").withDefault("0");
  private static final SpecOption<Double> UNTIL = seconds("until");

  TraceCutCommand(CommandContext program) {
    super(program, JobOptions.required(TO), JobOptions.of(FROM, UNTIL));
  }

  private static SpecOption<Double> seconds(String name) {
    return SpecOption.value(name, "S", Quantity::real, seconds -> seconds);
  }

  @Override
  int execute(Path source, SpecEntries given) throws SpecException, IOException {
    double from = FROM.required(given);
    Double until = UNTIL.read(given);
    if (from < 0) {
      throw new SpecException("--from: a time of the recording is not negative");
    }
    if (until != null && until <= from) {
      throw new SpecException("--until: it must be later than --from");
    }
    long first = (long) (from * NANOS);
    long last = until == null ? TraceReader.UNTIL_END : (long) (until * NANOS);
    Path target = target(given);
    try (TraceReader reader = TraceReader.open(source, TraceReader.FROM_START, last)) {
      TraceCopy.write(reader, target, selection(first));
    }
    program.terminal().result(target.toString());
    return CommandContext.WELL;
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
