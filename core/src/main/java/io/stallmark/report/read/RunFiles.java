package io.stallmark.report.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run's directory holds. Files that are missing or torn give less, and a note.
 *
 * @param json {@code run.json}, an object
 * @param costs {@code cost.csv} by source
 * @param damage what was lost of a completed run afterwards, whole sentences
 * @param notes whole sentences about what is missing, damage among them
 */
public record RunFiles(
    Path directory,
    JsonNode json,
    Columns intervals,
    Columns sizes,
    Map<String, Columns> costs,
    List<Band> stalls,
    List<Band> dips,
    Curves curves,
    List<String> damage,
    List<String> notes) {

  /** Of {@code run.json}, as it is written and read. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * Reads a directory.
   *
   * @param kinds whose latencies are wanted beside those of transactions
   * @throws IOException with a line for the user: it is no run's directory, or cannot be read
   */
  public static RunFiles read(Path directory, Predicate<String> kinds) throws IOException {
    JsonNode json = json(directory);
    try {
      Columns intervals = Columns.read(directory.resolve("intervals.csv"));
      List<Band> stalls = Band.read(directory.resolve("stalls.csv"));
      Curves curves =
          Curves.read(directory.resolve("latency.hlog"), kinds.or(Curves.TRANSACTION::equals));
      RunFiles files =
          new RunFiles(
              directory,
              json,
              intervals,
              Columns.read(directory.resolve("size.csv")),
              Columns.readBy("source", directory.resolve("cost.csv")),
              stalls,
              Band.read(directory.resolve("dips.csv")),
              curves,
              Damage.of(directory, json, intervals, stalls, curves),
              new ArrayList<>());
      files.note();
      return files;
    } catch (IOException e) {
      throw new IOException(directory + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Whose samples latency.hlog has, in the order of the summary, where there is one. */
  public Set<String> kinds() {
    Set<String> kinds = new LinkedHashSet<>();
    json.at("/summary/kinds").properties().forEach(kind -> kinds.add(kind.getKey()));
    kinds.retainAll(curves.kinds());
    kinds.addAll(curves.kinds());
    return kinds;
  }

  /**
   * Its {@code run.json} alone.
   *
   * @throws NoRunException also when it is of another version of the schema
   */
  public static JsonNode json(Path directory) throws NoRunException {
    Path file = directory.resolve("run.json");
    if (!Files.isRegularFile(file)) {
      throw new NoRunException(directory + " is no run's directory: it has no run.json");
    }
    try {
      JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
      if (json.isObject() && json.has("state")) {
        return known(json, file);
      }
    } catch (NoRunException e) {
      throw e;
    } catch (IOException | JacksonException e) {
      throw new NoRunException(file + " cannot be read: it is damaged or no JSON at all");
    }
    throw new NoRunException(file + " is not what 'stallmark run' writes: it has no state");
  }

  /** A version that came later may mean other things by the same names. */
  private static JsonNode known(JsonNode json, Path file) throws NoRunException {
    JsonNode version = json.path("schemaVersion");
    if (version.isMissingNode() || (version.isNumber() && version.asDouble() == SCHEMA_VERSION)) {
      return json;
    }
    throw new NoRunException(
        file
            + " is of version "
            + version
            + ", which this Stallmark does not know: it reads version "
            + SCHEMA_VERSION);
  }

  private void note() {
    notes.addAll(damage);
    if (running()) {
      notes.add(
          "run.json says that this run is still going on; so it says for ever of a run that was"
              + " killed. The figures are summed from the intervals there are. Errors by class and"
              + " the sums of arrivals are written at the end only.");
    }
    if (intervals.leftOut() > 0) {
      notes.add(
          "intervals.csv has lines that are not whole, as a killed run leaves them: "
              + intervals.leftOut()
              + ". They are left out.");
    }
    if (curves.unreadable() > 0) {
      notes.add(
          "latency.hlog has entries that cannot be read: "
              + curves.unreadable()
              + ". They are left out.");
    }
  }

  public boolean running() {
    return text("/state").equals("running");
  }

  /** What a run that failed came to is no figure of the database. */
  public boolean failed() {
    return text("/state").equals("failed");
  }

  /** Empty when there is none. */
  public String text(String pointer) {
    return json.at(pointer).asString("");
  }

  /** NaN when there is none. */
  public double number(String pointer) {
    return json.at(pointer).asDouble(Double.NaN);
  }

  /**
   * What the tables took on disk: the files, or data and indexes where nobody says the files' size.
   *
   * @param row of size.csv; NaN when there is no such row
   */
  public double bytes(int row) {
    if (row < 0 || row >= sizes.size()) {
      return Double.NaN;
    }
    double inFiles = sizes.column("file_bytes")[row];
    return Double.isFinite(inFiles)
        ? inFiles
        : sizes.column("data_bytes")[row] + sizes.column("index_bytes")[row];
  }

  /** The directory's own name. */
  public String name() {
    Path name = directory.toAbsolutePath().normalize().getFileName();
    return name == null ? directory.toString() : name.toString();
  }

  /** A directory is no run's; the message says so in a line. */
  public static final class NoRunException extends IOException {

    private static final long serialVersionUID = 1;

    NoRunException(String message) {
      super(message);
    }
  }
}
