package io.stallmark.report.file;

import io.stallmark.record.Kind;
import io.stallmark.result.CostSummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunState;
import io.stallmark.result.RunSummary;
import io.stallmark.text.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the files of a completed run are complete. Its {@code run.json} is written last. So
 * if another file contains less than that reports, data was lost later, and its results are not
 * those of the run.
 */
final class DamageCheck {

  private static final List<String> ALWAYS =
      List.of("intervals.csv", "latency.hlog", "stalls.csv", "dips.csv", "trust.csv");

  private final Path directory;
  private final RunDocument run;
  private final List<String> found = new ArrayList<>();

  private DamageCheck(Path directory, RunDocument run) {
    this.directory = directory;
    this.run = run;
  }

  /** Returns a sentence for each fault; none for a run that did not complete. */
  static List<String> of(
      Path directory,
      RunDocument run,
      CsvColumns intervals,
      List<Map<String, String>> stalls,
      LatencyCurves curves) {
    DamageCheck damage = new DamageCheck(directory, run);
    if (run.state() == RunState.COMPLETED) {
      damage.lookFor(intervals, stalls, curves.of(Kind.TRANSACTION, LatencyCurves.RESPONSE));
    }
    return damage.found;
  }

  private void lookFor(
      CsvColumns intervals, List<Map<String, String>> stalls, @Nullable Histogram responses) {
    ALWAYS.forEach(this::file);
    CostSummary cost = run.outcome().cost();
    if (cost != null && !cost.sources().isEmpty()) {
      file("cost.csv");
    }
    if (run.spec() == null) {
      found.add("run.json of a completed run has no spec: it is damaged.");
    }
    RunSummary summary = run.outcome().summary();
    if (summary == null) {
      found.add("run.json of a completed run has no summary: it is damaged.");
      return;
    }
    count(
        "intervals.csv",
        "transactions",
        intervals.sum("transactions"),
        (double) summary.transactions());
    double samples = responses == null ? 0 : responses.getTotalCount();
    count("latency.hlog", "transactions", samples, (double) summary.transactions());
    Long stallCount = run.outcome().findings().stallCount();
    if (stallCount != null) {
      count("stalls.csv", "stalls", stalls.size(), stallCount);
    }
  }

  private void file(String name) {
    Path file = directory.resolve(name);
    if (!Files.isRegularFile(file)) {
      String what = Files.exists(file) ? " is no file" : " is missing";
      found.add(name + what + ", which every run of this kind has.");
    }
  }

  private void count(String name, String what, double there, double said) {
    if (Files.isRegularFile(directory.resolve(name)) && there != said) {
      found.add(
          Text.format(
              "%s has %,.0f %s, and run.json says %,.0f: one of them is damaged.",
              name, there, what, said));
    }
  }
}
