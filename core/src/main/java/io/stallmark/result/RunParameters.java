package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * What a run was asked to do, defaults included: the object {@code spec}.
 *
 * @param url without password
 * @param driver null: the binding's default
 * @param durationSeconds 0: no limit
 * @param events most transactions to start; 0: no limit
 * @param pacing {@code open} or {@code closed}
 * @param ratePerSecond null: closed loop, or the rate changes by {@code rateSchedule}
 * @param cacheBytes upper limit of the server's cache; null: it was not changed
 * @param settings of the workload as given: text or number
 * @param resolved settings with another value than the one given: chosen by the workload, or
 *     decided by other settings or the database
 */
public record RunParameters(
    @JsonSerialize(using = RedactedText.class) String url,
    @JsonInclude @Nullable String driver,
    String tls,
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
    double reconnectSeconds,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PlannedPhase> phases,
    @JsonSerialize(contentUsing = RedactedText.class) Map<String, String> storage,
    @Nullable Long cacheBytes,
    Map<String, Object> settings,
    Map<String, Object> resolved) {

  /**
   * A phase as asked for.
   *
   * @param rateSchedule null: closed loop
   * @param resolved settings with another value than the one given, in this phase alone
   */
  public record PlannedPhase(
      String name,
      double startSeconds,
      double durationSeconds,
      int threads,
      @Nullable String rateSchedule,
      @Nullable Double thinkTimeSeconds,
      Map<String, String> settings,
      Map<String, Object> resolved) {

    public PlannedPhase {
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
    settings = AbsentValue.empty(settings);
    resolved = AbsentValue.empty(resolved);
  }
}
