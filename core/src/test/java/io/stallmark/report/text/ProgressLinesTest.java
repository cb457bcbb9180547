package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RunPlan;
import io.stallmark.report.Synthetic;
import io.stallmark.report.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines that a user sees while a run measures. */
final class ProgressLinesTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private ProgressLines progress(long duration, boolean interactive) {
    Terminal terminal =
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), interactive, null);
    Pacing pacing = new Pacing.ClosedLoop();
    return new ProgressLines(
        terminal, Plans.of(2, duration, 0, 0, pacing, 7, Synthetic.SECOND, Synthetic.SECOND));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void line_hasAllIntervalsSinceThePreviousOne() throws IOException {
    ProgressLines progress = progress(90 * Synthetic.SECOND, false);
    Synthetic.run(interval -> progress.interval(interval, 0, Synthetic.CALM));
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0).trim().split("  +"))
        .containsExactly("time s", "transactions/s", "rows/s", "p50 ms", "p95 ms", "max ms");
    assertThat(lines().get(1).trim().split("  +"))
        .containsExactly("3.0", "89.7", "1,350", "7.000", "9.003", "9.003", "1 error");
  }

  @Test
  void runOfTheDefaultLength_hasALineForEachInterval() throws IOException {
    ProgressLines progress = progress(30 * Synthetic.SECOND, false);
    Synthetic.run(interval -> progress.interval(interval, 0, Synthetic.CALM));
    assertThat(lines()).hasSize(4);
    assertThat(lines().get(1)).contains("–");
  }

  @Test
  void line_marksStallsAndStarvation_within80Columns() throws IOException {
    ProgressLines progress = progress(3 * Synthetic.SECOND, false);
    GeneratorHealth bound = SampleHealth.bound(0);
    Synthetic.run(
        interval -> progress.interval(interval, interval.start() == 0 ? 310_000_000 : 0, bound));
    assertThat(lines().get(1)).endsWith("  STALL 0.3 s");
    assertThat(lines().get(2)).endsWith("  generator starved");
    assertThat(lines())
        .filteredOn(line -> line.contains("starved: "))
        .containsExactly("         starved: the load generator used 93 % of its processors");
    assertThat(lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void errors_areNamedFirst_andNoMarkIsLost() throws IOException {
    ProgressLines progress = progress(90 * Synthetic.SECOND, false);
    GeneratorHealth bound = SampleHealth.bound(0);
    Synthetic.run(interval -> progress.interval(interval, 310_000_000, bound));
    assertThat(lines().get(1)).endsWith("  1 error");
    assertThat(lines().get(2)).isEqualTo("         STALL 0.9 s  generator starved");
  }

  @Test
  void terminal_showsTheTimeLeft_onALineThatTheNextOneReplaces() throws IOException {
    ProgressLines progress = progress(15 * Synthetic.SECOND, true);
    Synthetic.run(interval -> progress.interval(interval, 0, Synthetic.CALM));
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("  1 of 15 s, 14 s left: ", "\r  2 of 15 s, 13 s left: ")
        .doesNotContain("\n");
  }

  @Test
  void restOfAnInterval_isLeftOut() throws IOException {
    Terminal terminal = new Terminal(out, new PrintStream(err), false, null);
    RunPlan plan =
        Plans.of(2, 0, 9, 0, new Pacing.ClosedLoop(), 7, 10 * Synthetic.SECOND, Synthetic.SECOND);
    ProgressLines progress = new ProgressLines(terminal, plan);
    Synthetic.run(interval -> progress.interval(interval, 0, Synthetic.CALM));
    assertThat(lines()).isEmpty();
  }
}
