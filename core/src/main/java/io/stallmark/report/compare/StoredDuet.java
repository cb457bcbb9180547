package io.stallmark.report.compare;

import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetSeconds.DuetSecond;
import io.stallmark.analysis.duet.DuetTurns;
import io.stallmark.analysis.duet.WidthRule;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.result.CostSummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunParameters;
import io.stallmark.run.duet.DuetMode;
import io.stallmark.run.duet.ServerLocation;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A duet that has ended, whose runs are in their directories.
 *
 * @param compared comparison of both runs from paired seconds
 * @param unlike sentence about what the generator did for one side only; empty: nothing
 * @param until width at which the duet was to end, percent; null: at its time
 * @param turns what is known of the turns; null: both sides had the same time
 */
public record StoredDuet(
    DuetMode mode,
    ComparedGroups compared,
    List<DuetSecond> seconds,
    List<DuetLook> looks,
    Optional<String> unlike,
    @Nullable Double until,
    @Nullable DuetTurns turns) {

  private static final double PERCENT = 100;
  private static final double NARROW = 2;
  private static final double ROUNDED = 0.05; // rounds up

  /** Returns the warnings to show before the results, whole sentences. */
  public List<String> warnings() {
    Lines warnings = new Lines(compared.warnings());
    if (turns != null && !turns.settled()) {
      warnings.add(
          "The sides had not settled %s s after a switch; give a longer --interval.",
          Text.plain(turns.settling()));
    }
    if (turns != null && turns.late() > 0) {
      warnings.add(
          "In more than a tenth of the turns, transactions ended late, by up to %.1f s; give"
              + " --interval %.1f or more.",
          turns.late(), turns.late() + ROUNDED);
    }
    if (turns == null && (onThisMachine(compared.a()) || onThisMachine(compared.b()))) {
      warnings.add(
          "A server may share the processors of this machine with the clients. If they are busy,"
              + " differences hardly show unless the sides alternate.");
    }
    if (until != null && !new WidthRule(until / PERCENT).isReached(looks)) {
      warnings.add(
          "The interval did not become as narrow as --until %s %%; %s.",
          Text.plain(until),
          until < NARROW
              ? "less than " + Text.plain(NARROW) + " % is hardly reached"
              : "give more --seconds");
    }
    unlike.ifPresent(warnings::add);
    return warnings;
  }

  /** Whether the server is on the machine of the generator, or its process was found there. */
  private static boolean onThisMachine(RunGroup side) {
    RunDocument run = side.runs().get(0).document();
    @Nullable CostSummary cost = run.outcome().cost();
    @Nullable RunParameters spec = run.spec();
    return (cost != null && cost.sources().containsKey("process"))
        || (spec != null && run.outcome().agents() == null && ServerLocation.isHere(spec.url()));
  }
}
