package io.stallmark.plan;

import io.stallmark.plan.RateSchedule.Segment;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the phases of a run, in order: {@code burst seconds=60 threads=8 rate=100..500@1m}. A phase
 * may also have settings of the workload. Load keys without a prefix are the first role's. Keys of
 * another role begin with its name, {@code queriers.rate=20}. A role has a rate in all phases or in
 * none. A rate of 0 is a pause when another phase has a rate above 0. When all rates are 0, the
 * role has a closed loop.
 */
public final class PhasesReader {

  /** Keys that a phase may have after its name, the load of the first role included. */
  public static final List<String> KEYS =
      List.of("seconds", RoleLoadText.THREADS, RoleLoadText.RATE, RoleLoadText.THINK_TIME);

  private final List<RolePlan> roles;
  private final List<String> keys;
  private final List<String> loadKeys;
  private final Pacing.Distribution distribution;
  private final List<Phase> phases = new ArrayList<>();
  private long end;

  /**
   * @param roles roles of the run; their threads are the maximum in a phase, and their load is the
   *     default
   * @param distribution distribution of the gaps between arrivals when there is a rate
   * @param settings names of the workload's settings
   */
  public PhasesReader(
      List<RolePlan> roles, Pacing.Distribution distribution, List<String> settings) {
    this.roles = List.copyOf(roles);
    this.distribution = distribution;
    loadKeys = new ArrayList<>(KEYS);
    loadKeys.addAll(roleKeys(roles.stream().skip(1).map(RolePlan::name).toList()));
    keys = Stream.concat(loadKeys.stream(), settings.stream()).toList();
  }

  /**
   * Keys of the loads of roles other than the first.
   *
   * @param names names of those roles
   */
  public static List<String> roleKeys(List<String> names) {
    return names.stream()
        .flatMap(name -> RoleLoadText.KEYS.stream().map(key -> name + "." + key))
        .toList();
  }

  /**
   * Reads all phases. Returns them in the same order.
   *
   * @throws SpecException when a text is invalid; the message has the text
   */
  public List<Phase> read(List<String> texts) throws SpecException {
    for (String text : texts) {
      try {
        phases.add(phase(text));
      } catch (SpecException e) {
        throw new SpecException("--phase '" + text + "': " + e.getMessage());
      }
    }
    for (int role = 0; role < roles.size(); role++) {
      int each = role;
      if (phases.stream().noneMatch(phase -> arrives(phase.roles().get(each)))) {
        phases.replaceAll(phase -> closed(phase, each));
      }
      if (phases.stream().map(p -> p.roles().get(each).pacing().getClass()).distinct().count()
          > 1) {
        throw new SpecException("--phase: either all phases have a rate or none has");
      }
    }
    return List.copyOf(phases);
  }

  private static boolean arrives(RolePlan load) {
    return load.pacing() instanceof Pacing.OpenLoop open && open.rates().highest() > 0;
  }

  private static Phase closed(Phase phase, int role) {
    List<RolePlan> loads = new ArrayList<>(phase.roles());
    RolePlan load = loads.get(role);
    loads.set(
        role, new RolePlan(load.name(), load.threads(), new Pacing.ClosedLoop(load.thinkTime())));
    return new Phase(phase.name(), phase.start(), phase.length(), loads, phase.settings());
  }

  private Phase phase(String text) throws SpecException {
    RoleLoadText load = RoleLoadText.parse(text, keys);
    if (phases.stream().anyMatch(phase -> phase.name().equals(load.name()))) {
      throw new SpecException("the name occurs twice");
    }
    String seconds = load.values().get("seconds");
    if (seconds == null) {
      throw new SpecException("the key seconds is missing");
    }
    long length = Quantity.seconds(seconds);
    if (length <= 0) {
      throw new SpecException("seconds must be above 0");
    }
    Map<String, String> settings = new LinkedHashMap<>(load.values());
    loadKeys.forEach(settings::remove);
    List<RolePlan> loads = new ArrayList<>();
    for (RolePlan role : roles) {
      String prefix = loads.isEmpty() ? "" : role.name() + ".";
      loads.add(
          new RolePlan(
              role.name(),
              threads(load.values().get(prefix + RoleLoadText.THREADS), role, loads.isEmpty()),
              pacing(load.pacing(prefix, distribution), role.pacing(), length)));
    }
    Phase phase = new Phase(load.name(), end, length, loads, settings);
    end = phase.end();
    return phase;
  }

  private static int threads(@Nullable String text, RolePlan role, boolean first)
      throws SpecException {
    long number = text == null ? role.threads() : Quantity.count(text);
    int least = first ? 1 : 0;
    if (number < least || number > role.threads()) {
      throw new SpecException(
          "threads must be within %s and those of the run, %s, not %s",
          least, role.threads(), text);
    }
    return (int) number;
  }

  private static Pacing pacing(@Nullable Pacing given, Pacing usual, long length)
      throws SpecException {
    Pacing pacing = given == null ? usual : given;
    if (pacing instanceof Pacing.OpenLoop open && open.rates().length() > length) {
      throw new SpecException("the schedule of its rate is longer than the phase");
    }
    return pacing;
  }

  /** Roles of a run with phases, each with its loads of all phases joined. */
  public static List<RolePlan> combined(List<RolePlan> roles, List<Phase> phases) {
    List<RolePlan> all = new ArrayList<>();
    for (RolePlan role : roles) {
      int index = all.size();
      List<Pacing> each = phases.stream().map(p -> p.roles().get(index).pacing()).toList();
      all.add(new RolePlan(role.name(), role.threads(), pacing(each, phases)));
    }
    return all;
  }

  private static Pacing pacing(List<Pacing> each, List<Phase> phases) {
    Pacing first = each.get(0);
    if (!(first instanceof Pacing.OpenLoop open)) {
      return each.stream()
          .filter(pacing -> pacing instanceof Pacing.ClosedLoop c && !c.thinkTime().isNone())
          .findFirst() // clients have a think time in at least one phase
          .orElse(first);
    }
    List<Segment> segments = new ArrayList<>();
    double last = 0;
    for (int i = 0; i < each.size(); i++) {
      if (each.get(i) instanceof Pacing.OpenLoop its) {
        segments.addAll(its.rates().segments());
        last = its.rates().afterwards();
        long rest = phases.get(i).length() - its.rates().length();
        if (rest > 0) {
          segments.add(new Segment(rest, last, last));
        }
      }
    }
    return new Pacing.OpenLoop(new RateSchedule(segments, last), open.distribution());
  }
}
