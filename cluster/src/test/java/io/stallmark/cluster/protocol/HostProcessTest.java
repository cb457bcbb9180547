package io.stallmark.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostProcessTest {

  @Test
  void neighboursAreTheOtherProcessesOfTheMachine() {
    HostProcess one = new HostProcess("a", 1);
    List<HostProcess> all =
        List.of(one, new HostProcess("a", 2), new HostProcess("b", 3), one, new HostProcess("", 4));

    assertThat(one.neighbours(all)).containsExactly(2L);
    assertThat(new HostProcess("", 5).neighbours(all)).as("the machine is not known").isEmpty();
    assertThat(HostProcess.here().pid()).isEqualTo(ProcessHandle.current().pid());
  }
}
