package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.plan.Registry;
import io.stallmark.report.Terminal;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole program over the memory binding, without a process of its own. */
final class Stage {

  static final String URL = "memory://host/db";

  final MemoryBinding binding = new MemoryBinding();
  final TinyWorkload workload = new TinyWorkload();
  final Map<String, String> environment = new HashMap<>();

  /** What the user types; null: there is no terminal to ask on. */
  @Nullable String answer;

  final CompletableFuture<Integer> halted = new CompletableFuture<>();
  final AtomicInteger openAtHalt = new AtomicInteger(-1);
  private final Path directory;
  private volatile Runnable signal = () -> {};

  Stage(Path directory) {
    this.directory = directory;
  }

  /** What came out of a call. */
  record Outcome(int exit, String out, String err) {
    /** Returns this outcome of a command that must end well. */
    Outcome well() {
      assertThat(exit).as("%s%s", out, err).isZero();
      return this;
    }

    List<String> errorLines() {
      return err.lines().toList();
    }

    /** Standard output as one line: sentences are wrapped. */
    String said() {
      return out.replaceAll("\\s+", " ").strip();
    }

    /** Standard error as one line: warnings are wrapped. */
    String told() {
      return err.replaceAll("\\R", " ").strip();
    }
  }

  /** Returns the words of a line, and more words, in which spaces may be. */
  static String[] words(String line, String... more) {
    return words(List.of(line.split(" ")), more);
  }

  /** As {@link #words(String, String...)}, of a list. */
  static String[] words(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new);
  }

  Outcome run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Outcome outcome = runTo(out, args);
    return new Outcome(outcome.exit(), out.toString(StandardCharsets.UTF_8), outcome.err());
  }

  /** A call whose results go elsewhere. */
  Outcome runTo(OutputStream out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandContext program =
        new CommandContext(
            new Registry(List.of(workload), List.of(binding)),
            environment,
            new Terminal(
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                answer == null ? null : new BufferedReader(new StringReader(answer))),
            directory,
            action -> signal = action,
            this::halt);
    int exit = RootCommand.execute(program, args);
    return new Outcome(exit, "", err.toString(StandardCharsets.UTF_8));
  }

  /** A short run on the memory database, with further arguments. */
  Outcome runTiny(String... more) {
    Stream<String> base = Stream.of("run", "tiny", "--url", URL, "--threads", "2");
    return run(Stream.concat(base, Stream.of(more)).toArray(String[]::new));
  }

  private void halt(int code) {
    openAtHalt.set(binding.open.get());
    halted.complete(code);
  }

  /** The user wants to end. */
  void signal() {
    signal.run();
  }

  /** The directories of the runs. */
  List<Path> results() {
    Path results = directory.resolve("results");
    if (Files.notExists(results)) {
      return List.of();
    }
    try (Stream<Path> runs = Files.list(results)) {
      return runs.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The run.json of the only run. */
  JsonNode json() throws IOException {
    return new JsonMapper().readTree(Files.readString(results().get(0).resolve("run.json")));
  }
}
