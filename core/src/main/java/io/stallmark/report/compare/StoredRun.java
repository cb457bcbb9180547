package io.stallmark.report.compare;

import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.report.file.CsvColumns;
import io.stallmark.report.file.CsvLines;
import io.stallmark.report.file.RunFiles;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import io.stallmark.result.RunState;
import io.stallmark.result.TrustSummary;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Run in its directory, as comparisons, histories and experiments read it.
 *
 * @param damage data that the directory lost after the run completed, whole sentences; determined
 *     only by {@link #checked}
 */
public record StoredRun(Path directory, MeasuredRun measured, List<String> damage) {

  /**
   * Reads {@code run.json} and {@code stalls.csv}, which has every stall; the former has only the
   * 100 longest.
   *
   * @throws io.stallmark.result.NoRunException if it is not a run's directory
   */
  public static StoredRun read(Path directory) throws IOException {
    return of(directory, RunFile.read(directory), List.of());
  }

  private static StoredRun of(Path directory, RunDocument document, List<String> damage)
      throws IOException {
    List<Double> all = new ArrayList<>();
    List<Double> generators = new ArrayList<>();
    for (Map<String, String> stall : CsvLines.rows(directory.resolve("stalls.csv"))) {
      double length = CsvColumns.number(stall.getOrDefault("length_s", ""));
      if (length > 0) {
        all.add(length);
        if (isGenerators(stall, length)) {
          generators.add(length);
        }
      }
    }
    return new StoredRun(directory, new MeasuredRun(document, all, generators), damage);
  }

  /** Whether the generator caused a stall. An older file has no column for it. */
  private static boolean isGenerators(Map<String, String> stall, double length) {
    String blame = stall.getOrDefault("blame", "");
    double held = CsvColumns.number(stall.getOrDefault("generator_held_s", ""));
    return blame.isEmpty() ? 2 * held >= length : blame.equals("generator");
  }

  /**
   * Reads a run, and checks the other files of its directory for damage. A run that was killed has
   * the figures of its intervals.
   */
  public static StoredRun checked(Path directory) throws IOException {
    RunFiles files = RunFiles.read(directory, kind -> false);
    return of(directory, files.recovered(), files.damage());
  }

  /**
   * Reads all runs below a directory, the oldest first, a copied one once. Does not follow links;
   * the directory itself may be a link.
   *
   * @param skipped receives a sentence about each run that cannot be read
   * @throws IOException if a directory cannot be read, with a line for the user
   */
  public static List<StoredRun> below(Path directory, Consumer<String> skipped) throws IOException {
    List<StoredRun> runs = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory.toRealPath())) {
      for (Path file : files.filter(StoredRun::isRun).toList()) {
        try {
          StoredRun run = read(file.toAbsolutePath().resolveSibling(""));
          if (run.document().startedAt() == null) {
            skipped.accept(file + " does not say when it started; it is left out.");
          } else {
            runs.add(run);
          }
        } catch (IOException e) {
          skipped.accept(e.getMessage() + "; it is left out.");
        }
      }
    } catch (UncheckedIOException e) {
      throw new IOException(FileTrouble.sentence(Objects.requireNonNull(e.getCause())), e);
    } catch (IOException e) {
      throw new IOException(directory + " cannot be read: " + FileTrouble.reason(e), e);
    }
    runs.sort(Comparator.comparing(StoredRun::start).thenComparing(StoredRun::directory));
    return distinct(runs, skipped);
  }

  /**
   * Returns the runs without copies and links.
   *
   * @param skipped receives a sentence about each run that is left out
   */
  public static List<StoredRun> distinct(List<StoredRun> runs, Consumer<String> skipped)
      throws IOException {
    Map<String, StoredRun> distinct = new LinkedHashMap<>();
    for (StoredRun run : runs) {
      StoredRun same = distinct.putIfAbsent(run.identity(), run);
      if (same != null) {
        skipped.accept(
            run.directory() + " is the same run as " + same.directory() + "; it is left out.");
      }
    }
    return List.copyOf(distinct.values());
  }

  private static boolean isRun(Path file) {
    return file.endsWith(RunFile.NAME) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  public RunDocument document() {
    return measured.document();
  }

  /** Returns the start of the run; the epoch if it is not in the file. */
  Instant start() {
    @Nullable Instant start = document().startedAt();
    return start == null ? Instant.EPOCH : start;
  }

  /** Returns the configuration and environment of the run, by name. */
  Map<String, String> configuration() {
    return RunConfiguration.of(document());
  }

  /**
   * Returns what identifies the run: copies of a directory and links to it are the same run.
   *
   * @throws IOException if the directory cannot be read
   */
  public String identity() throws IOException {
    @Nullable String id = document().id();
    return id == null ? directory.toRealPath().toString() : id;
  }

  /** Returns the side of a duet that the run is, {@code A} or {@code B}; empty: it is none. */
  String side() {
    @Nullable Path side = directory.toAbsolutePath().normalize().getParent();
    return side != null && Files.exists(side.resolveSibling(DuetFiles.NAME))
        ? String.valueOf(side.getFileName()).toUpperCase(Locale.ROOT)
        : "";
  }

  public boolean completed() {
    return document().state() == RunState.COMPLETED;
  }

  /** Returns the reason why the run has no result, one or two sentences. */
  String incomplete() {
    @Nullable String reason = document().reason();
    String state = directory + " is not completed: " + document().state().word() + ".";
    return reason == null || reason.isEmpty() ? state : state + " " + reason;
  }

  /** Whether the run was judged and is not trusted. */
  public boolean untrusted() {
    return document().doubted();
  }

  /** Returns the reasons why the run is not trusted, whole sentences. */
  public List<String> doubts() {
    @Nullable TrustSummary trust = document().outcome().trust();
    return trust == null ? List.of() : trust.reasons();
  }

  /** Returns whether the run is trusted, {@code yes} or {@code no}; empty: not judged. */
  public String trusted() {
    @Nullable TrustSummary trust = document().outcome().trust();
    return yesOrNo(trust == null ? null : trust.trusted());
  }

  /**
   * Returns whether the tables were correct after the run, {@code yes} or {@code no}; empty: not
   * verified.
   */
  public String verified() {
    return yesOrNo(document().outcome().verified());
  }

  private static String yesOrNo(@Nullable Boolean answer) {
    return answer == null ? "" : answer ? "yes" : "no";
  }
}
