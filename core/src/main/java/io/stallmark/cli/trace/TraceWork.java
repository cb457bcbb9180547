package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.CommandGroup;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** A command of {@code stallmark trace} that reads a trace. */
public abstract class TraceWork extends DeclaredCommand {

  /** Directory of the trace that a command writes. */
  static final SpecOption<Path> TO = SpecOption.path("to", "DIR");

  TraceWork(CommandContext program, CommandSpec... parts) {
    super(
        program,
        Stream.concat(Stream.of(JobOptions.parameter("DIR", "0", "1")), Stream.of(parts))
            .toArray(CommandSpec[]::new));
  }

  /** Creates {@code stallmark trace} with its commands. */
  public static CommandSpec commands(CommandContext program) {
    Map<String, Supplier<CommandSpec>> commands = new LinkedHashMap<>();
    commands.put("info", () -> new TraceInfoCommand(program).spec());
    commands.put("check", () -> new TraceCheckCommand(program).spec());
    commands.put("convert", () -> new TraceConvertCommand(program).spec());
    commands.put("cut", () -> new TraceCutCommand(program).spec());
    commands.put("filter", () -> new TraceFilterCommand(program).spec());
    commands.put("redact", () -> new TraceRedactCommand(program).spec());
    return CommandGroup.of(commands);
  }

  /** Reports a path that is no trace as wrong usage. */
  @Override
  protected final int execute(SpecEntries given) throws SpecException, IOException {
    try {
      return execute(program.resolve(Path.of(given.required("dir", "a trace"))), given);
    } catch (TraceException e) {
      throw usageOr(e);
    } catch (UncheckedIOException e) {
      throw e.getCause() instanceof TraceException trace ? usageOr(trace) : e.getCause();
    }
  }

  abstract int execute(Path source, SpecEntries given) throws SpecException, IOException;

  /** Returns the directory of the trace to write. */
  final Path target(SpecEntries given) throws SpecException {
    return program.resolve(TO.required(given));
  }

  private static TraceException usageOr(TraceException e) throws SpecException {
    if (e.kind() == Kind.UNUSABLE) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    return e;
  }
}
