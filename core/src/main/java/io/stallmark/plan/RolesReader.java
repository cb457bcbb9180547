package io.stallmark.plan;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.workload.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the loads of roles: {@code queriers threads=4 rate=20}.
 *
 * @param sizes roles of the workload with their default threads
 * @param first load of the first role when no text has its name
 * @param distribution distribution of the gaps between arrivals when there is a rate
 * @param most maximum number of threads of a role
 */
public record RolesReader(
    List<Role.Size> sizes, RolePlan first, Pacing.Distribution distribution, int most) {

  /** Keys that a role may have after its name. */
  public static final List<String> KEYS = RoleLoadText.KEYS;

  /**
   * Reads the loads. Returns the plan of every role, in the workload's order; a role without a text
   * has its default.
   *
   * @throws SpecException when a text is invalid; the message has the text
   */
  public List<RolePlan> read(List<String> texts) throws SpecException {
    List<RolePlan> plans = new ArrayList<>();
    for (Role.Size size : sizes) {
      plans.add(
          plans.isEmpty()
              ? first
              : new RolePlan(size.name(), size.threads(), Pacing.of(size.rate(), distribution)));
    }
    List<String> names = sizes.stream().map(Role.Size::name).toList();
    List<String> seen = new ArrayList<>();
    for (String text : texts) {
      try {
        RoleLoadText load = RoleLoadText.parse(text, KEYS);
        int index = names.indexOf(load.name());
        if (index < 0) {
          throw new SpecException(
              "there is no role '%s': %s", load.name(), NearestWord.hint(load.name(), names));
        }
        if (seen.contains(load.name())) {
          throw new SpecException("the role occurs twice");
        }
        seen.add(load.name());
        plans.set(index, plan(load, plans.get(index)));
      } catch (SpecException e) {
        throw new SpecException("--role '" + text + "': " + e.getMessage());
      }
    }
    return List.copyOf(plans);
  }

  private RolePlan plan(RoleLoadText load, RolePlan usual) throws SpecException {
    String text = load.values().get(RoleLoadText.THREADS);
    long threads = text == null ? usual.threads() : Quantity.count(text);
    if (threads < 1 || threads > most) {
      throw new SpecException("threads must be within 1 and " + most + ", not " + text);
    }
    Pacing pacing = load.pacing("", distribution);
    if (pacing instanceof Pacing.OpenLoop open && open.rates().highest() == 0) {
      pacing = new Pacing.ClosedLoop();
    }
    return new RolePlan(usual.name(), (int) threads, pacing == null ? usual.pacing() : pacing);
  }
}
