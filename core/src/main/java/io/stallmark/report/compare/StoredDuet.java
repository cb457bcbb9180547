package io.stallmark.report.compare;

import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetSeconds.DuetSecond;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.result.CostSummary;
import io.stallmark.result.TrustSummary;
import io.stallmark.result.TrustSummary.ReasonLimit;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
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

  /** Largest difference of the intervals in which the generator lacked something, as a share. */
  private static final double MOST_UNLIKE = 0.1;

  /** How the sides share the time. */
  public enum Mode {
    TOGETHER("at the same time, because they have different databases");

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
    bias(compared.a(), compared.b()).ifPresent(warnings::add);
    return warnings;
  }

  /** Returns a warning about a lack of the generator that hit one side more than the other. */
  private static Optional<String> bias(RunGroup a, RunGroup b) {
    @Nullable TrustSummary ofA = a.runs().get(0).document().outcome().trust();
    @Nullable TrustSummary ofB = b.runs().get(0).document().outcome().trust();
    if (ofA == null || ofB == null) {
      return Optional.empty();
    }
    Map<String, ReasonLimit> others = ofB.limits().reasons();
    double most = MOST_UNLIKE * Math.max(ofA.judgedIntervals(), ofB.judgedIntervals());
    String unlike =
        ofA.limits().reasons().entrySet().stream()
            .filter(each -> others.containsKey(each.getKey()))
            .filter(each -> Math.abs(flagged(each.getValue()) - flagged(others, each)) > most)
            .map(
                each ->
                    Text.format(
                        "%s in %d intervals of A and %d of B",
                        each.getKey(), flagged(each.getValue()), flagged(others, each)))
            .collect(Collectors.joining(", "));
    return unlike.isEmpty()
        ? Optional.empty()
        : Optional.of("The generator did not serve both sides alike: " + unlike + ".");
  }

  private static long flagged(ReasonLimit reason) {
    return reason.judgedIntervals();
  }

  private static long flagged(Map<String, ReasonLimit> others, Map.Entry<String, ReasonLimit> of) {
    return flagged(Objects.requireNonNull(others.get(of.getKey())));
  }

  /** Whether the server's process was found on the machine of the generator. */
  private static boolean onThisMachine(RunGroup side) {
    @Nullable CostSummary cost = side.runs().get(0).document().outcome().cost();
    return cost != null && cost.sources().containsKey("process");
  }
}
