package io.stallmark.analysis.stall;

import static io.stallmark.analysis.stall.Simulation.MS;
import static io.stallmark.analysis.stall.Simulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class DipDetectorTest {

  private static final Offset<Long> EDGE = within(200 * MS);

  @Test
  void partialSlowDown_isADipAndNoStall_toldWhenItIsOver() {
    Simulation simulation = new Simulation(1).clients(8).slow(20, 3, 0.3);
    StallReport report = simulation.run(40);
    assertThat(report.stalls()).isEmpty();
    assertThat(report.dips()).hasSize(1).isEqualTo(simulation.dipsMeanwhile());
    Dip dip = report.dips().get(0);
    assertThat(dip.start()).isCloseTo(20 * SECOND, EDGE);
    assertThat(dip.start() + dip.length()).isCloseTo(23 * SECOND, EDGE);
    assertThat(dip.rate()).isCloseTo(480, within(60.0));
    assertThat(dip.usual()).isCloseTo(1600, within(20.0));
  }

  @Test
  void shortOrShallowSlowDown_isNone() {
    StallReport report = new Simulation(1).clients(8).slow(10, 0.6, 0.3).slow(20, 3, 0.7).run(40);
    assertThat(report.stalls()).isEmpty();
    assertThat(report.dips()).isEmpty();
  }

  @Test
  void dipAtALowRate_isFoundWhenItLasts() {
    StallReport report = new Simulation(1).clients(2).service(r -> 50).slow(40, 9, 0.3).run(70);
    assertThat(report.dips()).hasSize(1);
    assertThat(report.dips().get(0).start()).isCloseTo(40 * SECOND, within(SECOND / 2));
  }

  @Test
  void fewerArrivals_areNoDip() {
    Simulation simulation = new Simulation(1).clients(8).open(400, false).fewerArrivals(20, 5, 0.2);
    StallReport report = simulation.run(60);
    assertThat(report.dips()).isEmpty();
    assertThat(report.stalls()).isEmpty();
  }

  @Test
  void lowerLevel_isADipForThirtySeconds_andUsualThen() {
    StallReport report =
        new Simulation(1).clients(8).slow(20, 90, 0.3).slow(110, 20, 0.09).run(120);
    assertThat(report.dips()).hasSize(2);
    assertThat(report.dips().get(0).length()).isEqualTo(30 * SECOND);
    assertThat(report.dips().get(1).start()).isCloseTo(110 * SECOND, EDGE);
    assertThat(report.dips().get(1).usual()).isCloseTo(480, within(60.0));
  }

  @Test
  void regularDips_arePeriodic() {
    Simulation simulation = new Simulation(1).clients(8);
    for (int i = 1; i < 10; i++) {
      simulation.slow(6 * i, 1.5, 0.25);
    }
    StallReport report = simulation.run(60);
    assertThat(report.dips()).hasSize(9);
    assertThat(report.periods()).hasSize(1);
    assertThat(report.periods().get(0).what()).isEqualTo("dips");
    assertThat(report.periods().get(0).period()).isCloseTo(6 * SECOND, EDGE);
    assertThat(report.periods().get(0).count()).isEqualTo(9);
  }

  @Test
  void regularStalls_arePeriodic_alsoWhenSomeAreOnlyDips() {
    Simulation simulation = new Simulation(1).clients(8);
    for (int i = 1; i < 10; i++) {
      simulation.slow(6 * i, 1.5, i % 3 == 0 ? 0.25 : 0.02);
    }
    StallReport report = simulation.run(60);
    assertThat(report.stalls()).hasSize(6);
    assertThat(report.periods())
        .extracting(RecurrencePeriod::what)
        .containsExactly("stalls and dips");
    assertThat(report.periods().get(0).period()).isCloseTo(6 * SECOND, EDGE);
  }

  @Test
  void irregularStalls_areNotPeriodic() {
    Simulation simulation = new Simulation(1).clients(8);
    for (double at : new double[] {5, 9, 21, 23, 36, 51}) {
      simulation.hold(at, 0.5);
    }
    StallReport report = simulation.run(60);
    assertThat(report.stalls()).hasSize(6);
    assertThat(report.periods()).isEmpty();
  }
}
