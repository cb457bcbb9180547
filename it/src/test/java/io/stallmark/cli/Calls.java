package io.stallmark.cli;

import io.stallmark.cli.job.Program;
import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/** Calls of the program within this JVM. */
final class Calls {

  /** What came out of a call. */
  record Result(int exit, String out, String err) {}

  private final Path directory;

  /**
   * @param directory where it runs and puts its results
   */
  Calls(Path directory) {
    this.directory = directory;
  }

  Result run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = program(out, err).run(arguments);
    return new Result(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Reads the arguments and does nothing. */
  void parse(String... arguments) {
    Program program = program(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    Root.commandLine(program).parseArgs(arguments);
  }

  /** Every command with its options. */
  CommandLine commandLine() {
    return Root.commandLine(program(new ByteArrayOutputStream(), new ByteArrayOutputStream()));
  }

  private Program program(ByteArrayOutputStream out, ByteArrayOutputStream err) {
    Terminal terminal = new Terminal(stream(out), stream(err), false);
    return new Program(
        Root::execute, Registry.load(), Map.of(), terminal, directory, end -> {}, code -> {});
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
