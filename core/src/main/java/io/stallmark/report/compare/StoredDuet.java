package io.stallmark.report.compare;

import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetSeconds.DuetSecond;
import io.stallmark.result.CostSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A duet that has ended, whose runs are in their directories.
 *
 * @param mode how the sides took turns, and why, a sentence without a full stop
 * @param compared comparison of both runs from paired seconds
 * @param until width at which the duet was to end, a share; null: at its time
 */
public record StoredDuet(
    Mode mode,
    ComparedGroups compared,
    List<DuetSecond> seconds,
    List<DuetLook> looks,
    @Nullable Double until) {

  /** How the sides share the time. */
  public enum Mode {
    TOGETHER("both sides at the same time, because they have different databases");

    private final String why;

    Mode(String why) {
      this.why = why;
    }

    /** Returns what the mode is and why, to follow its name. */
    public String why() {
      return why;
    }
  }

  /** The same duet with the outcome of a gate. */
  public StoredDuet with(ComparedGroups judged) {
    return new StoredDuet(mode, judged, seconds, looks, until);
  }

  /** Returns the warnings to show before the results, whole sentences. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(compared.warnings());
    if (onThisMachine(compared.a()) && onThisMachine(compared.b())) {
      warnings.add(
          "Both servers share the processors of this machine with the generator: differences look"
              + " smaller than they are.");
    }
    return warnings;
  }

  /** Whether the server's process was found on the machine of the generator. */
  private static boolean onThisMachine(ComparedGroups.RunGroup side) {
    @Nullable CostSummary cost = side.runs().get(0).document().outcome().cost();
    return cost != null && cost.sources().containsKey("process");
  }
}
