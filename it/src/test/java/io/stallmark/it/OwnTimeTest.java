package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OwnTimeTest {

  private static final int ROOT = 10;

  private final OwnTime time = new OwnTime(ROOT, Set.of(31, 32)::contains);

  private static ProcessTime process(int pid, int parent, long own, long reaped) {
    return new ProcessTime(pid, parent, "java", pid, own, reaped);
  }

  private static ProcessTime daemon(int pid, String name, long own, long reaped) {
    return new ProcessTime(pid, 1, name, pid, own, reaped);
  }

  @Test
  void descendants_areOwn_andOthersAreNot() {
    assertThat(
            time.ticks(
                List.of(
                    process(1, 0, 1000, 1000),
                    process(ROOT, 1, 5, 1),
                    process(11, ROOT, 20, 0),
                    process(12, 11, 300, 0),
                    process(20, 1, 4000, 0))))
        .isEqualTo(326);
  }

  @Test
  void anEndedChild_isCountedOnce() {
    time.ticks(List.of(process(ROOT, 1, 5, 0), process(11, ROOT, 20, 0)));
    assertThat(time.ticks(List.of(process(ROOT, 1, 5, 22)))).isEqualTo(27);
  }

  @Test
  void whoWasPartOfTheRun_remainsSo_whenItsParentEnds() {
    time.ticks(List.of(process(ROOT, 1, 5, 0), process(11, ROOT, 20, 0), process(12, 11, 300, 0)));
    assertThat(time.ticks(List.of(process(ROOT, 1, 5, 20), process(12, 1, 310, 0)))).isEqualTo(335);
    assertThat(time.ticks(List.of(process(ROOT, 1, 5, 20)))).as("it ended").isEqualTo(335);
  }

  @Test
  void aNumberThatIsUsedAgain_isAnotherProcess() {
    time.ticks(List.of(process(ROOT, 1, 5, 0), process(11, ROOT, 20, 0)));
    ProcessTime other = new ProcessTime(11, 1, "cc1plus", 99, 700, 0);
    assertThat(time.ticks(List.of(process(ROOT, 1, 5, 20), other))).isEqualTo(25);
  }

  @Test
  void containersOfTheRun_areOwn_alsoWhenTheyHaveEnded_andOthersUnderTheSameDaemonAreNot() {
    List<ProcessTime> all =
        List.of(
            process(ROOT, 1, 5, 0),
            daemon(30, "containerd-shim", 2, 9000),
            process(31, 30, 40, 0),
            process(32, 31, 600, 0),
            daemon(40, "containerd-shim", 3, 0),
            process(41, 40, 8000, 0));
    assertThat(time.ticks(all)).isEqualTo(650);
    List<ProcessTime> ended =
        List.of(
            process(ROOT, 1, 5, 0),
            daemon(30, "containerd-shim", 2, 9640),
            daemon(40, "containerd-shim", 3, 0));
    assertThat(time.ticks(ended)).isEqualTo(650);
  }

  @Test
  void theKernelsThreads_workForEverybody() {
    assertThat(time.ticks(List.of(process(2, 0, 1, 0), process(50, 2, 70, 0)))).isEqualTo(71);
  }

  @Test
  void stat_isReadWhateverTheName() {
    assertThat(
            ProcessTime.parse(
                "41 (a) b (c) S 7 41 41 0 -1 4194560 1 2 3 4 100 20 5 6 20 0 1 0 12345 1 1\n"))
        .isEqualTo(new ProcessTime(41, 7, "a) b (c", 12345, 120, 11));
  }
}
