package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A run: what ran where, and what it did. The content of {@code run.json}; {@link RunFile} reads
 * and writes it.
 *
 * @param schemaVersion counts up when a name changes its meaning or goes; new names may come
 * @param seed of the rows that were loaded
 * @param requestSeed of the operations; null: an older file, where it is {@code seed}
 * @param spec null: a damaged file
 * @param database facts by name, such as {@code server} and {@code durability}
 * @param warnings whole sentences
 * @param load null: the run did not load all its tables
 * @param measuredFrom second 0 of all times in the files; null: nothing was measured
 * @param reason a sentence; empty: a completed run; null: it is still running
 * @param outcome empty until the run has ended; in the file its components are names of the root
 */
public record RunDocument(
    int schemaVersion,
    RunState state,
    @Nullable Instant startedAt,
    String workload,
    String binding,
    long seed,
    @Nullable Long requestSeed,
    @Nullable RunParameters spec,
    @Nullable ProgramVersions versions,
    @JsonSerialize(contentUsing = RedactedText.class) Map<String, String> database,
    @Nullable HostFacts host,
    @JsonSerialize(contentUsing = RedactedText.class) List<String> warnings,
    @Nullable LoadSummary load,
    @Nullable Instant measuredFrom,
    @JsonSerialize(using = RedactedText.class) @Nullable String reason,
    @Nullable Instant endedAt,
    @JsonUnwrapped RunOutcome outcome) {

  /** Of all files that this program writes and reads. */
  public static final int SCHEMA_VERSION = 1;

  /** Versions of the program and of what it runs on. */
  public record ProgramVersions(
      String stallmark, String java, @JsonSerialize(using = RedactedText.class) String driver) {}

  /**
   * The load before the run.
   *
   * @param seconds with the time that indexes took
   */
  public record LoadSummary(long rows, double seconds) {}

  /**
   * What the run did.
   *
   * @param summary null: the run is still running, or ended without a result
   * @param findings empty likewise; in the file its components are names of the root
   * @param phases empty: the run has none
   * @param size null: not reported by the database
   * @param verified null: the tables were not verified after the run
   * @param verification the first sentences about it
   */
  public record RunOutcome(
      @Nullable RunSummary summary,
      @JsonUnwrapped StallFindings findings,
      @Nullable TrustSummary trust,
      @Nullable SteadySummary steady,
      @Nullable List<PhaseSummary> phases,
      @Nullable SizeSummary size,
      @Nullable CostSummary cost,
      @Nullable Boolean verified,
      @JsonSerialize(contentUsing = RedactedText.class) @Nullable List<String> verification) {

    /** Of a run that is still running, or ended without a result. */
    public static final RunOutcome NONE =
        new RunOutcome(null, StallFindings.NONE, null, null, null, null, null, null, null);
  }

  public RunDocument {
    workload = AbsentValue.empty(workload);
    binding = AbsentValue.empty(binding);
    database = AbsentValue.empty(database);
    warnings = AbsentValue.empty(warnings);
  }

  /**
   * Returns the same run with its end.
   *
   * @param before null: the run did not load all its tables
   * @param why a sentence; empty for a completed run
   * @param moreWarnings to be added to those of its start
   */
  public RunDocument ended(
      @Nullable LoadSummary before,
      RunState how,
      String why,
      Instant at,
      @Nullable Instant measured,
      List<String> moreWarnings,
      RunOutcome came) {
    return new RunDocument(
        schemaVersion,
        how,
        startedAt,
        workload,
        binding,
        seed,
        requestSeed,
        spec,
        versions,
        database,
        host,
        Stream.concat(warnings.stream(), moreWarnings.stream()).toList(),
        before,
        measured,
        why,
        at,
        came);
  }
}
