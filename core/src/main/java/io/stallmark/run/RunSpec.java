package io.stallmark.run;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RunPlan;
import io.stallmark.result.RunLabels;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.Tls;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The complete specification of one run, without the password. It is the input of {@link Benchmark}
 * and can be passed to another machine. {@link RunSpecReader} creates it from flags, files and
 * experiments; {@link RunSpecWriter} writes it.
 *
 * @param workload name of the workload
 * @param settings settings of the workload as given; absent settings have their defaults
 * @param values values of the {@link RunOptions} by name, every default resolved; {@link #get} has
 *     them with their types
 */
public record RunSpec(String workload, Map<String, String> settings, Map<String, Object> values) {

  public RunSpec {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The value of an option that has a default. */
  public <T> T get(SpecOption<T> option) {
    return Objects.requireNonNull(find(option), option.name());
  }

  /** The value of an option; null: not given. */
  @SuppressWarnings("unchecked") // only with() and the reader of the same option put values
  public <T> @Nullable T find(SpecOption<T> option) {
    return (T) values.get(option.name());
  }

  /** The same specification with another value of an option. */
  public <T> RunSpec with(SpecOption<T> option, T value) {
    Map<String, Object> others = new LinkedHashMap<>(values);
    others.put(option.name(), value);
    return new RunSpec(workload, settings, others);
  }

  /** The same specification without the value of an option. */
  RunSpec without(SpecOption<?> option) {
    Map<String, Object> others = new LinkedHashMap<>(values);
    others.remove(option.name());
    return new RunSpec(workload, settings, others);
  }

  /** The values as {@code spec} of {@code run.json} has them. */
  public Map<String, Object> stored() {
    Map<String, Object> stored = new LinkedHashMap<>();
    RunOptions.OF_DOCUMENT.forEach(option -> store(option, stored));
    return stored;
  }

  private <T> void store(SpecOption<T> option, Map<String, Object> into) {
    T value = find(option);
    if (value != null) {
      option.store(value, into);
    }
  }

  /** URL of the database without any password; secrets that only a driver understands are ***. */
  public String url() {
    return get(RunOptions.URL);
  }

  public Tls tls() {
    Tls.Mode mode = find(RunOptions.TLS);
    return new Tls(mode == null ? Tls.Mode.UNSAID : mode, find(RunOptions.TLS_CA));
  }

  /** Length of the measurement; 0: until the number of events is reached, or given by phases. */
  public long duration() {
    Long duration = find(RunOptions.SECONDS);
    return duration == null ? 0 : duration;
  }

  /** Distribution of the gaps between arrivals, if the loop is open. */
  public Pacing.Distribution distribution() {
    Pacing.Distribution given = find(RunOptions.ARRIVALS);
    return given == null ? Pacing.Distribution.CONSTANT : given;
  }

  /** Whether the loop is open: transactions arrive at a rate. */
  public boolean open() {
    RateSchedule rates = get(RunOptions.RATE);
    return !rates.isConstant() || rates.afterwards() > 0;
  }

  public StallRule stalls() {
    return new StallRule(get(RunOptions.STALL_BELOW), get(RunOptions.STALL_MIN));
  }

  /** What the user calls the run. */
  public RunLabels labels() {
    return new RunLabels(find(RunOptions.NAME), get(RunOptions.TAG));
  }

  /** The same specification with another output directory. */
  public RunSpec to(Path directory) {
    return with(RunOptions.OUT, directory);
  }

  /** The same specification with another use of tables. */
  public RunSpec on(boolean fresh, boolean keep, boolean verify) {
    return with(RunOptions.FRESH, fresh)
        .with(RunOptions.KEEP, keep)
        .with(RunOptions.VERIFY, verify);
  }

  /**
   * The same specification for one of several repetitions. Each repetition has a different request
   * seed, so its clients execute other operations.
   *
   * @param repetition number of the repetition, from 1
   */
  public RunSpec repetition(int repetition) {
    return with(
        RunOptions.REQUEST_SEED, RunPlan.requestSeed(get(RunOptions.REQUEST_SEED), repetition));
  }

  /**
   * The same specification at a constant rate, in transactions per second. Arrivals need not start:
   * the search for a rate judges that itself.
   */
  public RunSpec at(double perSecond) {
    return with(RunOptions.RATE, RateSchedule.constant(perSecond))
        .with(RunOptions.MIN_STARTED, 0.0);
  }
}
