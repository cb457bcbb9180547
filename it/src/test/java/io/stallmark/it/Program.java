package io.stallmark.it;

import io.stallmark.cli.Calls;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stallmark as a user starts it: a jar, arguments, an environment; in a directory of its own. Its
 * JVM has its classes in an archive and leaves the slow compiler out, which makes a short run a
 * third as long; {@link #asUsersHaveIt} is without either.
 */
public final class Program {

  public static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** What came out of it. */
  public record Result(int exit, String out, String err) {

    /** The last line of the error output, which says what went wrong. */
    public String lastError() {
      List<String> lines = err.lines().filter(line -> !line.isBlank()).toList();
      return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
  }

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  // Few tests start these two, so that archives of their classes would cost more than they save.
  private static final Path EVERY_BINDING = ROOT.resolve("all/target/stallmark.jar");
  private static final String POSTGRESQL = "stallmark-postgresql.jar";

  private final Path directory;
  private final Map<String, String> environment;
  private final boolean quick;
  private final boolean everyBinding;

  /**
   * @param directory where it runs and puts its results
   * @param environment in addition to the test's own
   */
  public Program(Path directory, Map<String, String> environment) {
    this(directory, environment, true, false);
  }

  private Program(
      Path directory, Map<String, String> environment, boolean quick, boolean everyBinding) {
    this.directory = directory;
    this.environment = environment;
    this.quick = quick;
    this.everyBinding = everyBinding;
  }

  /** For tests that are about its time. */
  public Program asUsersHaveIt() {
    return new Program(directory, environment, false, everyBinding);
  }

  /** The jar with every binding, whatever the arguments. */
  public Program withEveryBinding() {
    return new Program(directory, environment, quick, true);
  }

  /** Runs to its end, which must come within two minutes. */
  public Result run(String... arguments) {
    try {
      return finish(start(arguments));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Calls it within this JVM, with every binding, which saves the start. For steps before and after
   * the command that a test is about. A file that a setting of a workload names must be absolute.
   */
  public Result call(String... arguments) {
    Calls.Result result = new Calls(directory, environment).run(arguments);
    return new Result(result.exit(), result.out(), result.err());
  }

  /** Starts it and returns at once. */
  public Running start(String... arguments) throws IOException {
    Path jar = everyBinding ? EVERY_BINDING : jar(arguments);
    List<String> command = new ArrayList<>(List.of(JAVA));
    if (quick) {
      command.add("-XX:TieredStopAtLevel=1");
      if (!everyBinding && !jar.endsWith(POSTGRESQL)) {
        command.addAll(ClassDataArchive.options(jar));
      }
    }
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    return new Running(
        process, collect(process.getInputStream()), collect(process.getErrorStream()));
  }

  /** A program under way and what it has printed so far. */
  public record Running(
      Process process, CompletableFuture<String> out, CompletableFuture<String> err) {

    /**
     * SIGKILL; returns its exit code. By its handle: {@link Process#destroyForcibly} closes the
     * streams as well, under the threads that read them.
     */
    public int kill() throws InterruptedException {
      process.toHandle().destroyForcibly();
      return process.waitFor();
    }
  }

  public static Result finish(Running running) {
    try {
      if (!running.process().waitFor(2, TimeUnit.MINUTES)) {
        Process dump = new ProcessBuilder("kill", "-QUIT", "" + running.process().pid()).start();
        dump.waitFor(); // of its threads, on its standard output
        running.process().waitFor(5, TimeUnit.SECONDS);
        running.kill();
        throw new AssertionError(
            "still running after two minutes: " + running.out().join() + running.err().join());
      }
      return new Result(running.process().exitValue(), running.out().join(), running.err().join());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that the program has written in its directory, concatenated. */
  public String files() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(path, StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }

  /** The directories of the runs so far, oldest first. */
  public List<Path> results() throws IOException {
    Path results = directory.resolve("results");
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> runs = Files.list(results)) {
      return runs.sorted().toList();
    }
  }

  /** The run.json of the latest run. */
  public JsonNode runJson() throws IOException {
    List<Path> runs = results();
    return new JsonMapper()
        .readTree(Files.readString(runs.get(runs.size() - 1).resolve("run.json")));
  }

  /**
   * A column of whole numbers in the first run's intervals so far, in whole lines; of none before
   * there are any.
   */
  public List<Long> intervals(String column) throws IOException {
    for (Path run : results()) {
      Path csv = run.resolve("intervals.csv");
      if (Files.exists(csv)) {
        String text = Files.readString(csv);
        List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        if (lines.isEmpty()) {
          return List.of();
        }
        int index = List.of(lines.get(0).split(",")).indexOf(column);
        return lines.stream()
            .skip(1)
            .map(line -> line.split(",", -1)[index])
            .filter(field -> !field.isEmpty())
            .map(Long::valueOf)
            .toList();
      }
    }
    return List.of();
  }

  private static Path jar(String... arguments) {
    boolean mongo =
        Stream.of(arguments).anyMatch(a -> a.startsWith("mongodb") || a.contains("embedded:mongo"));
    boolean postgresql = Stream.of(arguments).anyMatch(a -> a.startsWith("postgresql:"));
    String name = mongo ? "mongo" : postgresql ? "postgresql" : "mysql";
    return ROOT.resolve("bindings-" + name + "/target/stallmark-" + name + ".jar");
  }

  private static CompletableFuture<String> collect(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        task -> new Thread(task, "output").start());
  }
}
