package io.stallmark.report.history;

import io.stallmark.report.read.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A run that is over or still goes on, as its {@code run.json} has it. */
public record PastRun(Path directory, Instant start, JsonNode json) {

  private static final String RUN = "run.json";

  /**
   * Those anywhere below a directory, oldest first. What cannot be read is skipped. Links are not
   * followed, so that a run that one leads to is there once; the directory itself may be one.
   *
   * @param skipped gets a sentence about each that cannot be read
   * @throws IOException with a line for the user
   */
  public static List<PastRun> below(Path directory, Consumer<String> skipped) throws IOException {
    List<PastRun> runs = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory.toRealPath())) {
      for (Path file : files.filter(PastRun::isRun).toList()) {
        try {
          runs.add(read(file));
        } catch (RunFiles.NoRunException e) {
          skipped.accept(e.getMessage() + "; it is left out.");
        } catch (DateTimeParseException e) {
          skipped.accept(file + " does not say when it started; it is left out.");
        }
      }
    } catch (UncheckedIOException | IOException e) {
      throw new IOException(directory + " cannot be read: " + e.getMessage(), e);
    }
    runs.sort(Comparator.comparing(PastRun::start).thenComparing(PastRun::directory));
    return runs;
  }

  private static boolean isRun(Path file) {
    return file.endsWith(RUN) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static PastRun read(Path file) throws RunFiles.NoRunException {
    Path directory = file.toAbsolutePath().resolveSibling("");
    JsonNode json = RunFiles.json(directory);
    return new PastRun(directory, Instant.parse(json.path("startedAt").asString("")), json);
  }

  /** Empty: it does not say. */
  String text(String pointer) {
    return json.at(pointer).asString("");
  }

  /** NaN: it does not say. */
  double number(String pointer) {
    return json.at(pointer).asDouble(Double.NaN);
  }

  /** Whether its figures are those of the work. */
  boolean completed() {
    return text("/state").equals("completed");
  }

  /** Whether the run itself says that its figures may not be the database's. */
  boolean untrusted() {
    return text("/trust/trusted").equals("false");
  }

  /** yes, no, or a dash where nobody judged. */
  String trusted() {
    return untrusted() || text("/state").equals("failed")
        ? "no"
        : text("/trust/trusted").equals("true") ? "yes" : "–";
  }
}
