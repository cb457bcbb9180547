package io.stallmark.plan;

import io.stallmark.plan.Rates.Stretch;
import io.stallmark.spec.Nearest;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads phases, one after the other: {@code burst seconds=60 threads=8 rate=100..500@1m}, with
 * settings of the workload that are the phase's. Either all are closed loops or all have a rate; a
 * rate of 0 is a pause among others, and by itself a closed loop, as it is of a whole run.
 */
public final class PhasesReader {

  /** What a phase may say beside its name. */
  public static final List<String> KEYS = List.of("seconds", "threads", "rate", "think-time");

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,60}");

  private final int threads;
  private final List<String> keys;
  private final Pacing.Law law;
  private final List<Phase> phases = new ArrayList<>();
  private long end;

  /**
   * @param threads of a phase that does not say, and the most of any
   * @param law of arrivals where there are rates
   * @param settings that the workload has
   */
  public PhasesReader(int threads, Pacing.Law law, List<String> settings) {
    keys = Stream.concat(KEYS.stream(), settings.stream()).toList();
    this.threads = threads;
    this.law = law;
  }

  /** All of them, in their order. */
  public List<Phase> read(List<String> texts) throws SpecException {
    for (String text : texts) {
      try {
        phases.add(phase(text));
      } catch (SpecException e) {
        throw new SpecException("--phase '" + text + "': " + e.getMessage());
      }
    }
    if (phases.stream().noneMatch(PhasesReader::arrives)) {
      phases.replaceAll(PhasesReader::closed);
    }
    if (phases.stream().map(phase -> phase.pacing().getClass()).distinct().count() > 1) {
      throw new SpecException("--phase: either all phases have a rate or none has");
    }
    return List.copyOf(phases);
  }

  private static boolean arrives(Phase phase) {
    return phase.pacing() instanceof Pacing.OpenLoop open && open.rates().highest() > 0;
  }

  private static Phase closed(Phase phase) {
    Pacing pacing =
        phase.pacing() instanceof Pacing.ClosedLoop given
            ? given
            : new Pacing.ClosedLoop(ThinkTime.NONE);
    return new Phase(
        phase.name(), phase.start(), phase.length(), phase.threads(), pacing, phase.settings());
  }

  private Phase phase(String text) throws SpecException {
    String[] words = text.strip().split("\\s+");
    if (!NAME.matcher(words[0]).matches()) {
      throw new SpecException("begins with a name of letters, digits, '.', '_' and '-'");
    }
    if (phases.stream().anyMatch(phase -> phase.name().equals(words[0]))) {
      throw new SpecException("the name is there twice");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      String key = words[i].substring(0, Math.max(0, equals));
      if (!keys.contains(key)) {
        throw new SpecException("there is no key '" + key + "': " + Nearest.hint(key, keys));
      }
      if (values.put(key, words[i].substring(equals + 1)) != null) {
        throw new SpecException(key + " is there twice");
      }
    }
    long length = Quantity.seconds(required(values, "seconds"));
    if (length <= 0) {
      throw new SpecException("seconds must be above 0");
    }
    Map<String, String> settings = new LinkedHashMap<>(values);
    KEYS.forEach(settings::remove);
    Phase phase =
        new Phase(words[0], end, length, threads(values), pacing(values, length), settings);
    end = phase.end();
    return phase;
  }

  private static String required(Map<String, String> values, String key) throws SpecException {
    String value = values.get(key);
    if (value == null) {
      throw new SpecException("the key " + key + " is missing");
    }
    return value;
  }

  private int threads(Map<String, String> values) throws SpecException {
    String text = values.get("threads");
    long number = text == null ? threads : Quantity.count(text);
    if (number < 1 || number > threads) {
      throw new SpecException(
          "threads must be within 1 and those of the run, " + threads + ", not " + text);
    }
    return (int) number;
  }

  private Pacing pacing(Map<String, String> values, long length) throws SpecException {
    String rate = values.get("rate");
    String think = values.get("think-time");
    Rates rates = rate == null ? Rates.constant(0) : RatesReader.parse(rate);
    if (rates.highest() > 0 && think != null) {
      throw new SpecException("think-time has no use with a rate");
    }
    if (rate == null || think != null) {
      return new Pacing.ClosedLoop(think == null ? ThinkTime.NONE : ThinkTime.parse(think));
    }
    if (rates.length() > length) {
      throw new SpecException("the schedule of its rate is longer than the phase");
    }
    return new Pacing.OpenLoop(rates, law);
  }

  /** The load of all phases together. */
  public static Pacing pacing(List<Phase> phases) {
    Pacing first = phases.get(0).pacing();
    if (first instanceof Pacing.OpenLoop open) {
      List<Stretch> stretches = new ArrayList<>();
      double last = 0;
      for (Phase phase : phases) {
        if (phase.pacing() instanceof Pacing.OpenLoop its) {
          stretches.addAll(its.rates().stretches());
          last = its.rates().afterwards();
          long rest = phase.length() - its.rates().length();
          if (rest > 0) {
            stretches.add(new Stretch(rest, last, last));
          }
        }
      }
      return new Pacing.OpenLoop(new Rates(stretches, last), open.law());
    }
    for (Phase phase : phases) {
      if (phase.pacing() instanceof Pacing.ClosedLoop closed && !closed.thinkTime().isNone()) {
        return closed; // clients think in one phase at least
      }
    }
    return first;
  }
}
