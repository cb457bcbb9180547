package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.engine.RunResult;
import io.stallmark.report.Synthetic;
import io.stallmark.result.RunDocument;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a user reads at the end of a run. */
final class ShortReportTest {

  private static List<String> lines(double allowedErrors, String... said) throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    RunVerdict verdict =
        RunVerdict.of(
            result, new RunVerdict.Limits(allowedErrors, 0, kind -> 0, false, 0), List.of());
    RunDocument document = LinesTest.document(result, verdict);
    return ShortReport.lines(
        Synthetic.SPEC, document, verdict.sound(), Set.of(said), new RateLine());
  }

  @Test
  void trust_isFirst_withOneCause() throws IOException {
    List<String> lines = lines(0.01);
    assertThat(lines.subList(1, 3))
        .containsExactly(
            "UNTRUSTED: the load generator used 93 % of its processors (1 of 4 intervals",
            "starved). See report.html");
    assertThat(lines).filteredOn(line -> line.contains("UNTRUSTED")).hasSize(1);
  }

  @Test
  void report_isShortAndNarrow() throws IOException {
    List<String> lines = lines(0.01);
    assertThat(lines.size()).isLessThanOrEqualTo(26);
    assertThat(lines).allMatch(line -> line.length() <= 80, "80 columns");
  }

  @Test
  void openLoop_hasResponseTimesOfTransactions_andServiceTimesOfStatements() throws IOException {
    List<String> lines = lines(0.01);
    assertThat(lines)
        .anyMatch(line -> line.matches(" {2}transaction response +89.7 +7.007 .* 9.003"))
        .anyMatch(line -> line.matches(" {2}transaction service +89.7 +5.007 .* 7.000"))
        .anyMatch(line -> line.matches(" {2}point_select +90.0 +1.000 +1.000 +1.000 +– +1.000"));
    assertThat(lines).filteredOn(line -> line.contains("point_select")).hasSize(1);
  }

  @Test
  void errorsStallsAndLostArrivals_haveALineEach() throws IOException {
    assertThat(lines(0.01))
        .contains("  5 of 275 arrivals never started (1.82 %)")
        .contains("  Stall at 1.3 s for 0.3 s, 31 delayed, max 312.0 ms; commit update;")
        .anyMatch(line -> line.startsWith("    Innodb_log"))
        .noneMatch(line -> line.startsWith("  Stall") && line.endsWith("…"))
        .contains("  269 transactions in 3.0 s, 1 error (0.37 % of started), 1 retry")
        .anyMatch(line -> line.startsWith("  1 × fatal 1205: Bad luck with"))
        .anyMatch(line -> line.matches(" {2}[\\d,.]+ statements/s, [\\d,.]+ rows/s"));
  }

  @Test
  void warnings_thatWereSaid_areNotRepeated() throws IOException {
    assertThat(lines(0.01)).contains("Warning: Mind the gap.");
    assertThat(lines(0.01, "Mind the gap.")).noneMatch(line -> line.contains("Mind the gap"));
  }

  @Test
  void failedRun_saysWhy_andHasNoRate() throws IOException {
    List<String> lines = lines(0.001);
    assertThat(lines.get(1)).startsWith("1 of 270 transactions failed");
  }

  @Test
  void trust_isSaid_whole() throws IOException {
    RunResult result = Synthetic.run(interval -> {});
    var calm = SampleHealth.verdict(result, SampleHealth.report(SampleHealth.calm(3))).report();
    assertThat(line(new TrustVerdict(calm, true, List.of(), List.of())))
        .isEqualTo("Trusted: the load generator kept up in 1 of 1 interval");
    assertThat(line(new TrustVerdict(calm, false, List.of(), List.of())))
        .isEqualTo("Trust: not judged, because the run was too short");
    assertThat(line(new TrustVerdict(calm, true, List.of("Lost: all of it."), List.of())))
        .isEqualTo("UNTRUSTED: lost. See report.html");
    assertThat(line(new TrustVerdict(calm, true, List.of(), List.of("The clock went back."))))
        .isEqualTo("Trusted, but the clock went back. See report.html");
    assertThat(line(new TrustVerdict(calm, true, List.of("Lost " + "x".repeat(60)), List.of())))
        .isEqualTo("UNTRUSTED: lost " + "x".repeat(60) + ".\nSee report.html");
    assertThat(line(new TrustVerdict(calm, true, List.of("Lost" + " word".repeat(20)), List.of())))
        .isEqualTo(
            "UNTRUSTED: lost"
                + " word".repeat(13)
                + "\n"
                + " word".repeat(7).strip()
                + ". See report.html");
  }

  private static String line(TrustVerdict trust) {
    return String.join("\n", TrustLines.brief(trust.summary()));
  }
}
