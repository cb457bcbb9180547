package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Requested configuration of a run, defaults included: the object {@code spec} of {@code run.json}.
 *
 * @param url URL of the database, without the password
 * @param driver name of the driver; null: the binding's default
 * @param tlsCa file with certificates of authorities, as given; null: none
 * @param durationSeconds length of the measurement; 0: no limit
 * @param events maximum number of transactions to start; 0: no limit
 * @param pacing {@code open} or {@code closed}
 * @param ratePerSecond constant arrival rate; null: closed loop, or the rate changes as in {@code
 *     rateSchedule}
 * @param stopAfterErrors failed transactions that end the run; null: no limit
 * @param minStartedPercent percentage of the arrivals that must start; null: closed loop, or an
 *     older file
 * @param patienceSeconds how long a load and the end of the run wait for a server that does not
 *     answer; null: an older file
 * @param cacheBytes upper limit of the server's cache; null: not changed
 * @param roles load of each role in the syntax of {@code --role}; empty: the workload has one role
 * @param flags options without a value that were given and that affect the tables or the verdict
 * @param settings settings of the workload as given: text or number
 * @param resolved settings whose value differs from the given one: chosen by the workload, or
 *     decided by other settings or the database
 */
public record RunParameters(
    @JsonSerialize(using = RedactedText.class) String url,
    @JsonInclude @Nullable String driver,
    String tls,
    @Nullable String tlsCa,
    int threads,
    double durationSeconds,
    long events,
    double warmupSeconds,
    String pacing,
    @Nullable Double ratePerSecond,
    @Nullable String rateSchedule,
    @Nullable String arrivals,
    @Nullable Double thinkTimeSeconds,
    @Nullable String thinkTime,
    double intervalSeconds,
    double allowedErrorsPercent,
    @Nullable Long stopAfterErrors,
    @Nullable Double minStartedPercent,
    double reconnectSeconds,
    @Nullable Double patienceSeconds,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PlannedPhase> phases,
    @JsonSerialize(contentUsing = RedactedText.class) Map<String, String> storage,
    @Nullable Long cacheBytes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> roles,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> flags,
    Map<String, Object> settings,
    Map<String, Object> resolved) {

  /**
   * Requested configuration of a phase.
   *
   * @param load name, length and the load of each role, in the syntax of {@code --phase}; empty: an
   *     older file
   * @param rateSchedule arrival rates; null: closed loop
   * @param resolved settings whose value differs from the given one, in this phase only
   */
  public record PlannedPhase(
      String name,
      double startSeconds,
      double durationSeconds,
      int threads,
      String load,
      @Nullable String rateSchedule,
      @Nullable Double thinkTimeSeconds,
      Map<String, String> settings,
      Map<String, Object> resolved) {

    public PlannedPhase {
      load = AbsentValue.empty(load);
      settings = AbsentValue.empty(settings);
      resolved = AbsentValue.empty(resolved);
    }
  }

  public RunParameters {
    url = AbsentValue.empty(url);
    tls = AbsentValue.empty(tls);
    pacing = AbsentValue.empty(pacing);
    phases = AbsentValue.empty(phases);
    storage = AbsentValue.empty(storage);
    roles = AbsentValue.empty(roles);
    flags = AbsentValue.empty(flags);
    settings = AbsentValue.empty(settings);
    resolved = AbsentValue.empty(resolved);
  }
}
