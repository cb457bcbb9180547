package io.stallmark.analysis.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.Periodicity;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class DipDetectorTest {

  private static final Offset<Double> EDGE = within(0.2);

  @Test
  void partialSlowDown_isADipAndNoStall_toldWhenItIsOver() {
    Simulation simulation = new Simulation(1).clients(8).slow(20, 3, 0.3);
    StallFindings report = simulation.run(40);
    assertThat(report.stalls()).isEmpty();
    assertThat(report.dips()).hasSize(1).isEqualTo(simulation.dipsMeanwhile());
    DipSummary dip = report.dips().get(0);
    assertThat(dip.startSeconds()).isCloseTo(20.0, EDGE);
    assertThat(dip.startSeconds() + dip.lengthSeconds()).isCloseTo(23.0, EDGE);
    assertThat(dip.perSecond()).isCloseTo(480, within(60.0));
    assertThat(dip.usualPerSecond()).isCloseTo(1600, within(20.0));
  }

  @Test
  void shortOrShallowSlowDown_isNone() {
    StallFindings report = new Simulation(1).clients(8).slow(10, 0.6, 0.3).slow(20, 3, 0.7).run(40);
    assertThat(report.stalls()).isEmpty();
    assertThat(report.dips()).isEmpty();
  }

  @Test
  void dipAtALowRate_isFoundWhenItLasts() {
    StallFindings report = new Simulation(1).clients(2).service(r -> 50).slow(40, 9, 0.3).run(70);
    assertThat(report.dips()).hasSize(1);
    assertThat(report.dips().get(0).startSeconds()).isCloseTo(40.0, within(0.5));
  }

  @Test
  void fewerArrivals_areNoDip() {
    Simulation simulation = new Simulation(1).clients(8).open(400, false).fewerArrivals(20, 5, 0.2);
    StallFindings report = simulation.run(60);
    assertThat(report.dips()).isEmpty();
    assertThat(report.stalls()).isEmpty();
  }

  @Test
  void lowerLevel_isADipForThirtySeconds_andUsualThen() {
    StallFindings report =
        new Simulation(1).clients(8).slow(20, 90, 0.3).slow(110, 20, 0.09).run(120);
    assertThat(report.dips()).hasSize(2);
    assertThat(report.dips().get(0).lengthSeconds()).isEqualTo(30.0);
    assertThat(report.dips().get(1).startSeconds()).isCloseTo(110.0, EDGE);
    assertThat(report.dips().get(1).usualPerSecond()).isCloseTo(480, within(60.0));
  }

  @Test
  void regularDips_arePeriodic() {
    Simulation simulation = new Simulation(1).clients(8);
    for (int i = 1; i < 10; i++) {
      simulation.slow(6 * i, 1.5, 0.25);
    }
    StallFindings report = simulation.run(60);
    assertThat(report.dips()).hasSize(9);
    assertThat(report.periodic()).hasSize(1);
    assertThat(report.periodic().get(0).what()).isEqualTo("dips");
    assertThat(report.periodic().get(0).periodSeconds()).isCloseTo(6.0, EDGE);
    assertThat(report.periodic().get(0).count()).isEqualTo(9);
  }

  @Test
  void regularStalls_arePeriodic_alsoWhenSomeAreOnlyDips() {
    Simulation simulation = new Simulation(1).clients(8);
    for (int i = 1; i < 10; i++) {
      simulation.slow(6 * i, 1.5, i % 3 == 0 ? 0.25 : 0.02);
    }
    StallFindings report = simulation.run(60);
    assertThat(report.stalls()).hasSize(6);
    assertThat(report.periodic()).extracting(Periodicity::what).containsExactly("stalls and dips");
    assertThat(report.periodic().get(0).periodSeconds()).isCloseTo(6.0, EDGE);
  }

  @Test
  void irregularStalls_areNotPeriodic() {
    Simulation simulation = new Simulation(1).clients(8);
    for (double at : new double[] {5, 9, 21, 23, 36, 51}) {
      simulation.hold(at, 0.5);
    }
    StallFindings report = simulation.run(60);
    assertThat(report.stalls()).hasSize(6);
    assertThat(report.periodic()).isEmpty();
  }
}
