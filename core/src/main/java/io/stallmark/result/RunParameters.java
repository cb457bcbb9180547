package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
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
 * @param options other options of the run by name: text, number or list of texts, in the file
 *     members of this object; the declarations of the options have the names. One is absent if it
 *     does not apply or the file is older
 * @param roles load of each role in the syntax of {@code --role}; empty: the workload has one role
 * @param flags options without a value that were given and that affect the tables or the verdict
 * @param settings settings of the workload as given: text or number
 * @param resolved settings whose value differs from the given one: chosen by the workload, or
 *     decided by other settings or the database
 */
public record RunParameters(
    @JsonSerialize(using = RedactedText.class) String url,
    @JsonInclude @Nullable String driver,
    @JsonAnyGetter @JsonAnySetter Map<String, Object> options,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PlannedPhase> phases,
    @JsonSerialize(contentUsing = RedactedText.class) Map<String, String> storage,
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
    options = AbsentValue.empty(options);
    phases = AbsentValue.empty(phases);
    storage = AbsentValue.empty(storage);
    roles = AbsentValue.empty(roles);
    flags = AbsentValue.empty(flags);
    settings = AbsentValue.empty(settings);
    resolved = AbsentValue.empty(resolved);
  }

  /** Returns an option that is a number; 0: it is absent. */
  public double number(String name) {
    return options.get(name) instanceof Number number ? number.doubleValue() : 0;
  }
}
