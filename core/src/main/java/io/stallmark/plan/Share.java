package io.stallmark.plan;

import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.List;

/**
 * Part of a run's load that one of several load machines generates. Everything that a run numbers
 * is dealt out in turn: clients of a role, arrivals and events with number n belong to machine n
 * mod count. So all machines together do what one machine would do, and a phase that uses the first
 * clients only uses as many on each machine.
 *
 * @param index number of the machine, from 0
 * @param count number of machines
 */
public record Share(int index, int count) {

  /** The whole load, on one machine. */
  public static final Share WHOLE = new Share(0, 1);

  /** Returns how many of the numbers from 0 to {@code all} − 1 belong to this machine. */
  public long of(long all) {
    return index >= count ? 0 : all / count + (index < all % count ? 1 : 0);
  }

  /** Returns how many of a role's clients run on this machine. */
  public int clients(int all) {
    return (int) of(all);
  }

  /** Returns the number, in the whole run, of what this machine numbers {@code own}. */
  public long number(long own) {
    return own * count + index;
  }

  /**
   * Returns the share of a role's arrivals. Only machines with a client of the role take part.
   *
   * @param clients number of the role's clients
   */
  public Share ofRole(int clients) {
    return new Share(index, Math.min(count, clients));
  }

  /**
   * Returns the plan with the clients and events of this machine only. Rates are those of the whole
   * run, because arrivals are dealt out one by one.
   *
   * @throws RefusedException if there are fewer clients or events than machines, or fewer clients
   *     in a phase of an open loop; the message is for the user
   */
  public RunPlan of(RunPlan plan) {
    int first = plan.roles().get(0).threads();
    if (first < count) {
      throw new RefusedException(
          "%d agents need at least %d threads; there are %d (--threads)", count, count, first);
    }
    if (plan.events() > 0 && plan.events() < count) {
      throw new RefusedException(
          "%d agents need at least %d events; there are %d (--events)",
          count, count, plan.events());
    }
    List<Phase> phases = new ArrayList<>();
    for (Phase phase : plan.phases()) {
      check(plan, phase);
      phases.add(
          new Phase(
              phase.name(), phase.start(), phase.length(), own(phase.roles()), phase.settings()));
    }
    return new RunPlan(
        own(plan.roles()),
        plan.duration(),
        of(plan.events()),
        plan.warmup(),
        plan.requestSeed(),
        plan.interval(),
        plan.limits(),
        phases,
        plan.connect());
  }

  /** Arrivals are dealt out to every machine with a client of the role, also if it pauses. */
  private void check(RunPlan plan, Phase phase) {
    for (int role = 0; role < phase.roles().size(); role++) {
      RolePlan load = phase.roles().get(role);
      int needed = Math.min(count, plan.roles().get(role).threads());
      if (load.pacing() instanceof Pacing.OpenLoop && load.threads() < needed) {
        throw new RefusedException(
            "phase %s: %d agents need at least %d threads in an open loop; there are %d",
            phase.name(), count, needed, load.threads());
      }
    }
  }

  private List<RolePlan> own(List<RolePlan> roles) {
    return roles.stream()
        .map(role -> new RolePlan(role.name(), clients(role.threads()), role.pacing()))
        .toList();
  }
}
