package io.stallmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spec.SpecException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PhasesReaderTest {

  private static final long SECOND = 1_000_000_000L;

  private static final List<RolePlan> ROLES = List.of(RolePlan.only(8, new Pacing.ClosedLoop()));

  private static Pacing combined(List<Phase> phases) {
    return PhasesReader.combined(ROLES, phases).get(0).pacing();
  }

  private static List<Phase> read(String... texts) throws SpecException {
    return new PhasesReader(ROLES, Pacing.Distribution.CONSTANT, List.of("mix"))
        .read(List.of(texts));
  }

  @Test
  void closedPhases_followEachOther() throws SpecException {
    List<Phase> phases = read("calm seconds=60 threads=2", "busy seconds=0.5 think-time=10ms");
    assertThat(phases)
        .containsExactly(
            new Phase("calm", 0, 60 * SECOND, 2, new Pacing.ClosedLoop()),
            new Phase(
                "busy",
                60 * SECOND,
                SECOND / 2,
                8,
                new Pacing.ClosedLoop(new ThinkTime(SECOND / 100, false))));
    assertThat(combined(phases)).isEqualTo(phases.get(1).pacing());
  }

  @Test
  void ratesOfPhases_areOneSchedule() throws SpecException {
    Pacing all = combined(read("a seconds=10 rate=5..10@4s", "b seconds=2 rate=100"));
    assertThat(((Pacing.OpenLoop) all).rates().text()).isEqualTo("5..10@4s,10@6s,100@2s");
  }

  @Test
  void rateOf0InAllPhases_isAClosedLoopAsThatOfARunIs() throws SpecException {
    ThinkTime second = new ThinkTime(SECOND, false);
    assertThat(read("a seconds=1 rate=0", "b seconds=1", "c seconds=1 rate=0 think-time=1s"))
        .extracting(Phase::pacing)
        .containsExactly(
            new Pacing.ClosedLoop(), new Pacing.ClosedLoop(), new Pacing.ClosedLoop(second));
  }

  @Test
  void rateOf0AmongOthers_isAPauseAsThatOfAScheduleIs() throws SpecException {
    Pacing all = combined(read("a seconds=10 rate=5", "b seconds=2 rate=0"));
    assertThat(((Pacing.OpenLoop) all).rates()).isEqualTo(RatesReader.parse("5@10s,0@2s"));
  }

  @Test
  void roleWithoutARateInAPhase_keepsTheRateOfTheRun() throws SpecException {
    Pacing rate = new Pacing.OpenLoop(RatesReader.parse("5"), Pacing.Distribution.CONSTANT);
    List<RolePlan> roles =
        List.of(new RolePlan("writers", 8, rate), new RolePlan("readers", 2, rate));

    List<Phase> phases =
        new PhasesReader(roles, Pacing.Distribution.CONSTANT, List.of())
            .read(List.of("a seconds=10 threads=2", "b seconds=2 rate=9 readers.rate=7"));

    assertThat(PhasesReader.combined(roles, phases))
        .extracting(role -> ((Pacing.OpenLoop) role.pacing()).rates().text())
        .containsExactly("5@10s,9@2s", "5@10s,7@2s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a seconds=1;a seconds=1            | --phase 'a seconds=1': the name occurs twice",
        "a secnods=1                        | there is no key 'secnods': did you mean seconds?",
        "a seconds=1 seconds=2              | seconds occurs twice",
        "a seconds=1 mxi=x                  | there is no key 'mxi': did you mean mix?",
        "a seconds=0                        | seconds must be above 0",
        "a seconds=1 threads=9              | threads must be within 1 and those of the run, 8, not 9",
        "a seconds=1 rate=5;b seconds=1     | either all phases have a rate or none has",
        "a seconds=1 rate=5;b seconds=1 rate=0 think-time=1s | either all phases have a rate or none",
        "a seconds=1 rate=5 think-time=1s   | think-time cannot be used with a rate",
        "a seconds=1 rate=5@2s              | the schedule of its rate is longer than the phase",
      })
  void fault_isSaidWithThePhase(String texts, String complaint) {
    assertThatThrownBy(() -> read(texts.split(";")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(complaint);
  }
}
