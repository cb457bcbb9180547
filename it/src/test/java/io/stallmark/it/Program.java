package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
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

    /** Returns this result of a program that must end well. */
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

  /** Returns the words of a line, and more words, in which spaces may be. */
  public static String[] words(String line, String... more) {
    return words(List.of(line.split(" ")), more);
  }

  /** As {@link #words(String, String...)}, of a list. */
  public static String[] words(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new);
  }

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  // Few tests start these two, so that archives of their classes would cost more than they save.
  private static final Path EVERY_BINDING = ROOT.resolve("all/target/stallmark.jar");
  private static final String POSTGRESQL = "stallmark-postgresql.jar";

  private final Path directory;
  private final Map<String, String> environment;
  private final boolean quick;
  private final boolean everyBinding;
  private final List<String> before;

  /**
   * @param directory where it runs and puts its results
   * @param environment in addition to the test's own
   */
  public Program(Path directory, Map<String, String> environment) {
    this(directory, environment, true, false, List.of());
  }

  private Program(
      Path directory,
      Map<String, String> environment,
      boolean quick,
      boolean everyBinding,
      List<String> before) {
    this.before = before;
    this.directory = directory;
    this.environment = environment;
    this.quick = quick;
    this.everyBinding = everyBinding;
  }

  /** For tests that are about its time. */
  public Program asUsersHaveIt() {
    return new Program(directory, environment, false, everyBinding, before);
  }

  /** The jar with every binding, whatever the arguments. */
  public Program withEveryBinding() {
    return new Program(directory, environment, quick, true, before);
  }

  /** No file that it writes can have more bytes, as with {@code ulimit -f}. */
  public Program withFilesUpTo(long bytes) {
    return new Program(
        directory, environment, quick, everyBinding, List.of("prlimit", "--fsize=" + bytes));
  }

  /** Runs to its end. */
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
    // A build that a shell script started in the background ignores SIGINT, and so would this.
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of("env", "--default-signal=INT", JAVA));
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
    return new Running(process);
  }

  /**
   * A program under way. What waits for it has the time limit of all tests, and none of its own.
   */
  public static final class Running {

    private static final long LOOK_MILLIS = 100;
    private static final long DUMP_SECONDS = 5;
    private static final ThreadLocal<List<ProcessHandle>> STARTED =
        ThreadLocal.withInitial(ArrayList::new);

    private final Process process;
    private final Output out;
    private final Output err;

    Running(Process process) {
      this.process = process;
      STARTED.get().add(process.toHandle());
      out = new Output(process.getInputStream());
      err = new Output(process.getErrorStream());
    }

    /** Forgets the programs that this thread has started. */
    static void forget() {
      STARTED.get().clear();
    }

    /** Ends the programs that this thread has started since then. */
    static void endAll() {
      for (ProcessHandle started : STARTED.get()) {
        started.destroyForcibly();
        started.onExit().join();
      }
      forget();
    }

    public Process process() {
      return process;
    }

    /** What it has printed to its standard output so far. */
    public String out() {
      return out.soFar();
    }

    /** What it has printed to its error output so far. */
    public String err() {
      return err.soFar();
    }

    /**
     * Waits until something holds that happens while it runs.
     *
     * @throws AssertionError with its output, if it ends without that
     */
    public void until(Callable<Boolean> condition) throws Exception {
      while (!condition.call()) {
        if (hasEndedWithin(LOOK_MILLIS) && !condition.call()) {
          Result result = finish();
          throw new AssertionError(
              String.format(
                  Locale.ROOT,
                  "ended too early, with exit code %d: %s%s",
                  result.exit(),
                  result.out(),
                  result.err()));
        }
      }
    }

    private boolean hasEndedWithin(long millis) {
      try {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        throw stuck();
      }
    }

    /** Waits for its end. */
    public Result finish() {
      try {
        return new Result(process.waitFor(), out.whole(), err.whole());
      } catch (InterruptedException e) {
        throw stuck();
      }
    }

    /** The test's time is over: ends it, after it has printed where its threads are. */
    private AssertionError stuck() {
      try {
        new ProcessBuilder("kill", "-QUIT", "" + process.pid()).start().waitFor();
        process.waitFor(DUMP_SECONDS, TimeUnit.SECONDS);
        kill();
      } catch (IOException | InterruptedException e) {
        process.toHandle().destroyForcibly();
      }
      Thread.currentThread().interrupt();
      return new AssertionError("still running at the end of the test's time: " + out() + err());
    }

    /**
     * SIGKILL; returns its exit code. By its handle: {@link Process#destroyForcibly} closes the
     * streams as well, under the threads that read them.
     */
    public int kill() throws InterruptedException {
      process.toHandle().destroyForcibly();
      return process.waitFor();
    }
  }

  /** Waits for its end. */
  public static Result finish(Running running) {
    return running.finish();
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
}
