package io.stallmark.cli.load;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.PhasesReader;
import io.stallmark.plan.RateLimit;
import io.stallmark.plan.RateSearch;
import io.stallmark.plan.Rates;
import io.stallmark.plan.RatesReader;
import io.stallmark.plan.ThinkTime;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** When transactions start. */
public final class LoadOptions {

  @Option(
      names = "--rate",
      paramLabel = "RATES",
      converter = RatesConverter.class,
      description =
          "Open loop: so many transactions arrive per second, up to 1M, whether threads are free or"
              + " not; 0: closed loop, each thread starts the next when the last has ended. A"
              + " schedule has steps and ramps: 100@10s,100..500@1m,500. Default: ${DEFAULT-VALUE}.",
      defaultValue = "0")
  private Rates rate = Rates.constant(0);

  @Option(
      names = "--rate-file",
      paramLabel = "FILE",
      description = "Open loop at the rates of a file, lines second,rate: bursts as recorded.")
  private @Nullable Path rateFile;

  @Option(
      names = "--arrivals",
      paramLabel = "constant|poisson",
      converter = LawConverter.class,
      description =
          "How arrivals of an open loop are spread: evenly, or at random as from many independent"
              + " users. Default: constant.")
  private Pacing.@Nullable Law arrivals;

  @Option(
      names = "--find-rate",
      paramLabel = "PERCENTILE<TIME",
      converter = LimitConverter.class,
      description =
          "Look for the highest rate at which p50, p95, p99, p999 or max of the response time stays"
              + " under a time, as p99<10ms: one run of --seconds after the other, the first at"
              + " --rate or 100. --out is then the directory of all of them.")
  private @Nullable RateLimit findRate;

  @Option(
      names = "--think-time",
      paramLabel = "TIME",
      converter = ThinkTimeConverter.class,
      description =
          "Closed loop: how long a thread waits between transactions, 10ms or 2s, always or, as"
              + " exponential:10ms, on average. No part of any response time. Default:"
              + " ${DEFAULT-VALUE}.",
      defaultValue = "0")
  private ThinkTime thinkTime = ThinkTime.NONE;

  @Option(
      names = "--phase",
      paramLabel = "'NAME KEY=VALUE…'",
      description =
          "A part of the run, repeatable: 'burst seconds=60 threads=8 rate=500'. Keys: seconds, and"
              + " threads (up to --threads), rate or think-time and settings of the"
              + " workload where they are others than the run's; a warm-up goes as the first.")
  private List<String> phases = new ArrayList<>();

  /**
   * The parts of the run; none: it has none.
   *
   * @param threads the run's
   */
  public List<Phase> phases(int threads, Workload workload) throws SpecException {
    if (phases.isEmpty()) {
      return List.of();
    }
    boolean given = !rate.isConstant() || rate.afterwards() > 0 || rateFile != null;
    if (given || !thinkTime.isNone() || findRate != null) {
      throw new SpecException(
          "--phase says the rate and the think time of each phase: --rate, --rate-file,"
              + " --think-time and --find-rate have no use with it");
    }
    Pacing.Law law = arrivals == null ? Pacing.Law.CONSTANT : arrivals;
    List<String> settings = workload.settings().stream().map(Setting::name).toList();
    List<Phase> all = new PhasesReader(threads, law, settings).read(phases);
    if (arrivals != null && all.get(0).pacing() instanceof Pacing.ClosedLoop) {
      throw new SpecException("--arrivals has no use with phases that have no rate");
    }
    return all;
  }

  /**
   * What they say together, checked.
   *
   * @param files where a file that the user names is
   * @param parts of the run
   */
  public Pacing pacing(UnaryOperator<Path> files, List<Phase> parts) throws SpecException {
    if (!parts.isEmpty()) {
      return PhasesReader.pacing(parts);
    }
    boolean given = !rate.isConstant() || rate.afterwards() > 0;
    if (given && rateFile != null) {
      throw new SpecException("--rate-file has no use with --rate");
    }
    if (findRate != null) {
      return searched(given);
    }
    if (rateFile == null && !given) {
      if (arrivals != null) {
        throw new SpecException(
            "--rate must be given with --arrivals: a closed loop has no arrivals");
      }
      return new Pacing.ClosedLoop(thinkTime);
    }
    if (!thinkTime.isNone()) {
      throw new SpecException(
          "--think-time has no use in an open loop, whose users wait for nobody");
    }
    Rates rates = rateFile == null ? rate : RatesReader.read(rateFile, files.apply(rateFile));
    return new Pacing.OpenLoop(rates, arrivals == null ? Pacing.Law.CONSTANT : arrivals);
  }

  /** What is looked for; null: nothing. */
  public @Nullable RateLimit findRate() {
    return findRate;
  }

  /** As the first trial has it. */
  private Pacing.OpenLoop searched(boolean given) throws SpecException {
    if (rateFile != null || !rate.isConstant()) {
      throw new SpecException("--find-rate begins at one --rate, not with a schedule");
    }
    if (!thinkTime.isNone()) {
      throw new SpecException("--think-time has no use with --find-rate");
    }
    double first = given ? rate.afterwards() : RateSearch.FIRST;
    return new Pacing.OpenLoop(first, arrivals == null ? Pacing.Law.CONSTANT : arrivals);
  }

  /** Reads p99<10ms. */
  static final class LimitConverter implements ITypeConverter<RateLimit> {
    @Override
    public RateLimit convert(String value) {
      try {
        return RateLimit.parse(value);
      } catch (SpecException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Reads 100@10s,200. */
  static final class RatesConverter implements ITypeConverter<Rates> {
    @Override
    public Rates convert(String value) {
      try {
        return RatesReader.parse(value);
      } catch (SpecException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Reads 10ms, exponential:10ms. */
  static final class ThinkTimeConverter implements ITypeConverter<ThinkTime> {
    @Override
    public ThinkTime convert(String value) {
      try {
        return ThinkTime.parse(value);
      } catch (SpecException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Reads constant or poisson. */
  static final class LawConverter implements ITypeConverter<Pacing.Law> {
    @Override
    public Pacing.Law convert(String value) {
      try {
        return Pacing.Law.valueOf(value.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + value + "' is none of constant, poisson");
      }
    }
  }
}
