package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.stallmark.result.RunSummary.PhaseSummary;
import io.stallmark.spi.server.ServerFigure;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.text.Text;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Configuration, environment and results of a run: the content of {@code run.json}. {@link RunFile}
 * reads and writes it.
 *
 * @param schemaVersion version of the format; increases when a name is removed or changes its
 *     meaning, not when a name is added
 * @param id identity of the run, which a copy of its directory has too; null in an older file
 * @param name name that the user gave the run; null: none
 * @param tags tags that the user gave the run
 * @param seed seed of the loaded rows
 * @param requestSeed seed of the operations; null in an older file: equals {@code seed}
 * @param spec requested configuration; null: the file is damaged
 * @param database facts about the database by name, such as {@code server} and {@code durability}
 * @param counters columns of {@code counters.csv}; empty: there is none
 * @param warnings whole sentences
 * @param load load before the run; null: the run did not load all its tables
 * @param measuredFrom start of the measurement, which is second 0 of all times in the files; null:
 *     nothing was measured
 * @param reason why the run ended, a sentence; empty: it completed; null: it is still running
 * @param outcome results, empty until the run has ended; in the file its components are members of
 *     the root object
 */
public record RunDocument(
    int schemaVersion,
    @Nullable String id,
    RunState state,
    @Nullable Instant startedAt,
    String workload,
    String binding,
    @JsonSerialize(using = RedactedText.class) @Nullable String name,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSerialize(contentUsing = RedactedText.class)
        Map<String, String> tags,
    long seed,
    @Nullable Long requestSeed,
    @Nullable RunParameters spec,
    @Nullable ProgramVersions versions,
    @JsonSerialize(contentUsing = RedactedText.class) Map<String, String> database,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CounterColumn> counters,
    @Nullable HostFacts host,
    @JsonSerialize(contentUsing = RedactedText.class) List<String> warnings,
    @Nullable LoadSummary load,
    @Nullable Instant measuredFrom,
    @JsonSerialize(using = RedactedText.class) @Nullable String reason,
    @Nullable Instant endedAt,
    @JsonUnwrapped RunOutcome outcome) {

  /** Schema version of all files that this program writes and reads. */
  public static final int SCHEMA_VERSION = 1;

  /** Returns name and tags of the run. */
  public RunLabels labels() {
    return new RunLabels(name, tags);
  }

  /** Whether the run was judged and is not trusted. */
  public boolean doubted() {
    TrustSummary trust = outcome.trust();
    return trust != null && trust.doubted();
  }

  /** Versions of the program, of Java and of the driver. */
  public record ProgramVersions(
      String stallmark, String java, @JsonSerialize(using = RedactedText.class) String driver) {}

  /**
   * Rows and duration of the load before the run.
   *
   * @param seconds duration of the load, creation of indexes included
   */
  public record LoadSummary(long rows, double seconds) {}

  /**
   * Rate of the kind of transaction for which the workload is known.
   *
   * @param unit unit of the value, such as {@code new orders/min}
   */
  public record NamedRate(String kind, String unit, double value) {}

  /** Result of a service level or a limit. */
  public interface Verdict {

    boolean met();

    /** Returns the result as a line. */
    String line();
  }

  /**
   * Whether transactions of a kind ended in time.
   *
   * @param percent share of the transactions that must end within the limit
   * @param reachedSeconds time within which that share ended
   */
  public record KindLimitSummary(
      String kind, double percent, double limitSeconds, double reachedSeconds, boolean met)
      implements Verdict {

    @Override
    public String line() {
      return Text.format(
          "Response limit %s: %.0f %% of %s within %.3f s, allowed are %s s",
          met ? "met" : "MISSED", percent, kind, reachedSeconds, Text.plain(limitSeconds));
    }
  }

  /**
   * Result of a limit that the user has set on a run.
   *
   * @param limit as given: {@code p99<200ms}
   * @param metric id of the metric, which ends with its unit
   * @param value value of the run in that unit; null: the run does not have it, which misses the
   *     limit
   * @param lack why the run does not have the value, to follow the metric's name; null: it has
   */
  public record LimitSummary(
      String limit, String metric, @Nullable Double value, boolean met, @Nullable String lack)
      implements Verdict {

    /** Returns the result in the words of the limit: {@code p99 is 312.4 ms, limit 200 ms}. */
    public String description() {
      String[] sides = limit.split("\\s*[<>]\\s*", 2);
      String verb = sides[0].matches(".*[a-z]s") ? " are " : " is "; // errors
      String description =
          sides[0]
              + (value == null
                  ? " " + Objects.requireNonNullElse(lack, "is not known")
                  : verb + Text.plain(rounded(value)) + unit())
              + ", limit "
              + sides[1].replaceFirst("(?<=\\d)(?=(ms|s|m|h|%)$)", " ");
      return description.replaceAll("(?<= \\d{1,15})(?=(\\d{3})+(\\D|$))", ",");
    }

    private String unit() {
      return metric.endsWith("_ms")
          ? " ms"
          : metric.endsWith("_percent")
              ? " %"
              : metric.endsWith("_s") && !metric.endsWith("_per_s") ? " s" : "";
    }

    @Override
    public String line() {
      return "Limit " + (met ? "met: " : "MISSED: ") + description();
    }

    /** Returns a sentence with the missed limits; empty: none was missed. */
    public static String missed(List<LimitSummary> results) {
      List<String> missed =
          results.stream().filter(each -> !each.met).map(LimitSummary::description).toList();
      return missed.isEmpty()
          ? ""
          : (missed.size() == 1 ? "A limit was missed: " : missed.size() + " limits were missed: ")
              + String.join("; ", missed)
              + ".";
    }

    private static double rounded(double value) {
      double unit = Math.abs(value) >= 1000 ? 1 : 1e3;
      return Math.round(value * unit) / unit;
    }
  }

  /**
   * Results of the run.
   *
   * @param headline rate of the kind of transaction for which the workload is known; null: it names
   *     none
   * @param responseLimits verdicts on the kinds of transaction with a limit; null: there are none
   * @param summary counts, rates and latencies; null: the run is still running, or ended without a
   *     result
   * @param findings stalls and dips, empty in the same cases; in the file its components are
   *     members of the root object
   * @param phases results of each phase; null: the run has no phases
   * @param limits results of the limits that the user has set; null: there are none
   * @param serviceLevels results of the roles with a service level; null: the run has none
   * @param size size of the tables on disk; null: not reported by the database
   * @param verified whether the tables were correct after the run; null: they were not verified
   * @param verification first sentences of the verification's result
   * @param replay counts of a replay; null: the run was none
   * @param transfer figures of an import or export; null: the run was none
   * @param agents load machines of the run; null: the load came from this process only
   */
  public record RunOutcome(
      @Nullable NamedRate headline,
      @Nullable List<KindLimitSummary> responseLimits,
      @Nullable RunSummary summary,
      @JsonUnwrapped StallFindings findings,
      @Nullable TrustSummary trust,
      @Nullable SteadySummary steady,
      @Nullable List<PhaseSummary> phases,
      @Nullable List<LimitSummary> limits,
      @Nullable List<ServiceLevelSummary> serviceLevels,
      @Nullable SizeSummary size,
      @Nullable CostSummary cost,
      @Nullable Boolean verified,
      @JsonSerialize(contentUsing = RedactedText.class) @Nullable List<String> verification,
      @Nullable ReplaySummary replay,
      TransferResult.@Nullable Figures transfer,
      @Nullable List<AgentSummary> agents) {

    /** Outcome of a run that is still running, or that ended without a result. */
    public static final RunOutcome NONE = of(null);

    /** Returns the results of service levels, of kinds of transaction, and of the user's limits. */
    public List<Verdict> verdicts() {
      return Stream.of(serviceLevels, responseLimits, limits)
          .filter(Objects::nonNull)
          .<Verdict>flatMap(List::stream)
          .toList();
    }

    /** Returns a sentence with the limits of the user that were missed; empty: none. */
    public String missedLimits() {
      return limits == null ? "" : LimitSummary.missed(limits);
    }

    /** Returns the outcome of a run of which only the summary is known. */
    public static RunOutcome of(@Nullable RunSummary summary) {
      return new RunOutcome(
          null,
          null,
          summary,
          StallFindings.NONE,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
    }
  }

  public RunDocument {
    workload = AbsentValue.empty(workload);
    binding = AbsentValue.empty(binding);
    tags = AbsentValue.empty(tags);
    database = AbsentValue.empty(database);
    counters = AbsentValue.empty(counters);
    warnings = AbsentValue.empty(warnings);
  }

  /**
   * Returns this document with the end and the results of the run.
   *
   * @param before load before the run; null: the run did not load all its tables
   * @param why why the run ended, a sentence; empty for a completed run
   * @param moreWarnings warnings to add to those of the start
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
        id,
        how,
        startedAt,
        workload,
        binding,
        name,
        tags,
        seed,
        requestSeed,
        spec,
        versions,
        database,
        counters,
        host,
        Stream.concat(warnings.stream(), moreWarnings.stream()).toList(),
        before,
        measured,
        why,
        at,
        came);
  }

  /**
   * Figure of the server, a column of {@code counters.csv}.
   *
   * @param id name of the column
   * @param chart title of its chart, which columns may share
   * @param series name of its line in a shared chart; may be empty
   */
  public record CounterColumn(String id, String chart, String series, String unit) {

    /** Returns the columns of a binding's figures. */
    public static List<CounterColumn> of(List<ServerFigure> figures) {
      return figures.stream()
          .map(each -> new CounterColumn(each.id(), each.chart(), each.series(), each.unit()))
          .distinct()
          .toList();
    }
  }

  /**
   * Machine that the clients ran on.
   *
   * @param memoryBytes physical memory of the machine; 0: unknown
   * @param heapBytes maximum size of the Java heap
   */
  public record HostFacts(
      String cpu,
      int physicalCores,
      int logicalCores,
      long memoryBytes,
      long heapBytes,
      String operatingSystem,
      String architecture) {}
}
