package io.stallmark.experiment.run;

import io.stallmark.experiment.Experiment;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedDuet;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.spec.InputText;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import io.stallmark.tables.TemporaryTables;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import io.stallmark.text.WholeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The directory of an experiment. It contains the plan in {@code experiment.json}, written once,
 * and a directory for each run with the results that {@code stallmark run} wrote. A file lock
 * allows one process at a time.
 */
public final class ExperimentDirectory implements Closeable {

  private static final String LOCK = "experiment.lock";
  private static final String PLAN = "experiment.json";

  private static final int SCHEMA_VERSION = 1;

  private final Path directory;
  private final FileChannel channel;
  private final ExperimentResults results;

  private ExperimentDirectory(Path directory, FileChannel channel, ExperimentPlan plan) {
    this.directory = directory;
    this.channel = channel;
    results = new ExperimentResults(directory, plan);
  }

  /**
   * Creates the directory, or opens an existing one to resume its experiment.
   *
   * @throws SpecException if the directory contains another experiment or other files, or is in use
   * @throws IOException with a message for the user
   */
  public static ExperimentDirectory open(Path directory, ExperimentPlan plan, Redactor redactor)
      throws SpecException, IOException {
    check(directory, plan, redactor);
    try {
      Files.createDirectories(directory);
      ExperimentDirectory opened = new ExperimentDirectory(directory, locked(directory), plan);
      if (Files.notExists(directory.resolve(PLAN))) {
        opened.write(PLAN, print(plan, Instant.now(), redactor));
      }
      return opened;
    } catch (IOException e) {
      throw new IOException(
          "The results cannot be written to " + directory + ": " + FileTrouble.reason(e), e);
    }
  }

  /**
   * Checks that the directory can be used for this plan: it is absent, empty, or contains an
   * experiment with the same plan.
   *
   * @throws SpecException if the directory cannot be used
   */
  public static void check(Path directory, ExperimentPlan plan, Redactor redactor)
      throws SpecException {
    if (Files.exists(directory.resolve(PLAN))) {
      String difference = difference(directory, plan, redactor);
      if (difference != null) {
        throw new SpecException(
            "%s has an experiment with another plan: %s. Give another --out, or the file and the"
                + " options of that experiment.",
            directory, difference);
      }
      return;
    }
    if (Files.isDirectory(directory) && !empty(directory)) {
      throw new SpecException(
          directory + " is not empty and has no experiment; give another --out");
    }
  }

  private static boolean empty(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.allMatch(file -> file.endsWith(LOCK));
    } catch (IOException e) {
      return true; // writing to it reports this error later
    }
  }

  private static FileChannel locked(Path directory) throws IOException, SpecException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      locked = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // locked by this process
    } finally {
      if (!locked) {
        channel.close();
      }
    }
    if (!locked) {
      throw new SpecException("Another process of stallmark uses " + directory);
    }
    return channel;
  }

  public Path path() {
    return directory;
  }

  /**
   * Returns what an experiment has not achieved; empty: nothing.
   *
   * @param measurements runs or duets
   * @param missing number of those that have not ended
   * @param missedLimits number of those that missed a limit
   */
  public String shortfall(
      String measurements, int all, long missing, long missedLimits, boolean interrupted) {
    String of = Text.format(" of %d %s ", all, measurements);
    List<String> faults = new ArrayList<>();
    if (missedLimits > 0) {
      faults.add(missedLimits + of + "missed a limit");
    }
    if (missing > 0) {
      String fault =
          interrupted
              ? "interrupted: %d%sare missing; the same command with --out %s resumes"
              : "%d%sfailed; the same command with --out %s tries them again";
      faults.add(Text.format(fault, missing, of, directory));
    }
    return String.join("; ", faults);
  }

  ExperimentResults results() {
    return results;
  }

  /** Returns the directory for the results of a run. */
  Path of(PlannedRun run) {
    return directory.resolve(run.name());
  }

  /** Returns the mark files of tables that a run created and could not drop. */
  List<Path> marks(PlannedRun run) {
    return marks(run.name());
  }

  /** Returns the same of a run of which only its directory in this one is known. */
  public List<Path> marks(String run) {
    return results.attempts(run).stream()
        .map(attempt -> attempt.resolve(TemporaryTables.MARK))
        .filter(Files::exists)
        .toList();
  }

  /** Writes a file atomically. */
  void write(String name, String content) throws IOException {
    WholeFile.write(directory.resolve(name), out -> out.write(content));
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  private record RunEntry(
      String name, String label, int repetition, String database, List<String> arguments) {

    static RunEntry of(PlannedRun run, Redactor redactor) {
      return new RunEntry(
          run.name(),
          run.label(),
          run.repetition(),
          run.place().name(),
          run.arguments().stream().map(redactor::redact).toList());
    }

    static RunEntry of(PlannedDuet duet, Redactor redactor) {
      return new RunEntry(
          duet.name(),
          duet.name(),
          1,
          duet.places(),
          duet.arguments().stream().map(redactor::redact).toList());
    }

    /** Whether it was read from a file without its name or arguments. */
    static boolean isIncomplete(@Nullable RunEntry run) {
      return run == null || run.name == null || run.arguments == null;
    }
  }

  private static String print(ExperimentPlan plan, Instant start, Redactor redactor) {
    Experiment experiment = plan.experiment();
    Experiment.Execution execution = experiment.execution();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schemaVersion", SCHEMA_VERSION);
    document.put("name", experiment.name());
    document.put("description", experiment.description());
    document.put("workload", experiment.workload().name());
    document.put("startedAt", start.toString());
    document.put("scale", plan.scale());
    document.put("order", order(execution));
    if (execution.pairs() != null) {
      document.put("pairs", execution.pairs());
    }
    if (execution.mode() != null) {
      document.put("mode", execution.mode());
    }
    document.put("repeat", execution.repeat());
    document.put("verify", execution.verifies());
    document.put("versions", Map.of("stallmark", StallmarkVersion.stallmark()));
    document.put("without", plan.without());
    document.put("leftOut", plan.leftOut());
    document.put("runs", entries(plan, redactor));
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();
    return mapper.writeValueAsString(document) + "\n";
  }

  private static String order(Experiment.Execution execution) {
    return execution.pairs() != null ? "duet" : execution.interleaved() ? "interleaved" : "stated";
  }

  private static List<RunEntry> entries(ExperimentPlan plan, Redactor redactor) {
    return plan.experiment().execution().pairs() == null
        ? plan.runs().stream().map(run -> RunEntry.of(run, redactor)).toList()
        : plan.duets().stream().map(duet -> RunEntry.of(duet, redactor)).toList();
  }

  /**
   * Describes the difference between the plan in the directory and this one, as a clause; null if
   * there is none.
   */
  private static @Nullable String difference(
      Path directory, ExperimentPlan plan, Redactor redactor) {
    List<RunEntry> there = List.of();
    try {
      JsonNode runs =
          JsonMapper.shared().readTree(InputText.read(directory.resolve(PLAN))).path("runs");
      if (runs.isArray()) {
        there = Arrays.asList(JsonMapper.shared().treeToValue(runs, RunEntry[].class));
      }
    } catch (IOException | JacksonException e) {
      return "its " + PLAN + " cannot be read";
    }
    if (there.isEmpty() || there.stream().anyMatch(RunEntry::isIncomplete)) {
      return "its " + PLAN + " cannot be read";
    }
    List<RunEntry> here = entries(plan, redactor);
    for (int i = 0; i < Math.min(there.size(), here.size()); i++) {
      RunEntry theirs = there.get(i);
      RunEntry ours = here.get(i);
      if (!theirs.name.equals(ours.name)) {
        return "there run " + (i + 1) + " is " + theirs.name + ", here " + ours.name;
      }
      if (!theirs.arguments.equals(ours.arguments)) {
        return Text.format(
            "%s has %s there, %s here",
            ours.name,
            shortened(theirs.arguments, ours.arguments),
            shortened(ours.arguments, theirs.arguments));
      }
    }
    return there.size() == here.size()
        ? null
        : "there it has " + there.size() + " runs, here " + here.size();
  }

  /** Returns the options, each with its value, that are not in the other list. */
  private static String shortened(List<String> all, List<String> other) {
    List<String> only = options(all);
    only.removeAll(options(other));
    return only.isEmpty() ? "fewer arguments" : String.join(" ", only);
  }

  private static List<String> options(List<String> arguments) {
    List<String> options = new ArrayList<>();
    for (String argument : arguments) {
      int last = options.size() - 1;
      boolean value = last >= 0 && options.get(last).matches("-\\S+") && !argument.startsWith("-");
      if (value) {
        options.set(last, options.get(last) + " " + argument);
      } else {
        options.add(argument);
      }
    }
    return options;
  }
}
