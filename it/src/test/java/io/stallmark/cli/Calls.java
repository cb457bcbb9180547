package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import io.stallmark.spec.SpecException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Calls of the program within this JVM. */
public final class Calls {

  /** What came out of a call. */
  public record Result(int exit, String out, String err) {

    /** Returns this result of a call that must end well. */
    public Result well() {
      assertThat(exit).as("%s%s", out, err).isZero();
      return this;
    }

    /** The last line of the error output, which says what went wrong. */
    public String lastError() {
      List<String> lines = err.lines().filter(line -> !line.isBlank()).toList();
      return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
  }

  private final Path directory;
  private final Map<String, String> environment;
  private final Consumer<Runnable> signals;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /**
   * @param directory where it runs and puts its results
   */
  public Calls(Path directory) {
    this(directory, Map.of());
  }

  /**
   * @param signals receives what a signal does
   */
  public Calls(Path directory, Consumer<Runnable> signals) {
    this(directory, Map.of(), signals);
  }

  /**
   * @param directory where it runs and puts its results
   * @param environment the variables that the program sees
   */
  public Calls(Path directory, Map<String, String> environment) {
    this(directory, environment, end -> {});
  }

  private Calls(Path directory, Map<String, String> environment, Consumer<Runnable> signals) {
    this.directory = directory;
    this.environment = environment;
    this.signals = signals;
  }

  /** What a call under way, of another thread, has written to the stream of errors. */
  public String written() {
    return err.toString(StandardCharsets.UTF_8);
  }

  public Result run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    err.reset();
    int exit = RootCommand.execute(program(out, err), arguments);
    return new Result(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Reads the arguments, those of a run with their values, and does nothing. */
  void parse(String... arguments) throws SpecException {
    CommandContext program = program(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    CommandLine root = RootCommand.commandLine(program);
    ParseResult parsed = root.parseArgs(RootCommand.withDefines(root, arguments));
    if (parsed.hasSubcommand() && parsed.subcommand().matchedPositional(0) != null) {
      CommandSpec command = parsed.subcommand().commandSpec();
      if (command.findOption("--threads") != null
          && command.userObject() instanceof DeclaredCommand declared
          && declared.given().has("workload")
          && !declared.given().has("rate-file")) {
        program.reader().read(declared.given().without(Set.of("tls-ca")));
      }
    }
  }

  /** Every command with its options. */
  CommandLine commandLine() {
    return RootCommand.commandLine(
        program(new ByteArrayOutputStream(), new ByteArrayOutputStream()));
  }

  private CommandContext program(ByteArrayOutputStream out, ByteArrayOutputStream err) {
    Terminal terminal = new Terminal(stream(out), stream(err), false, null);
    return new CommandContext(
        Registry.load(), environment, terminal, directory, signals, code -> {});
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
