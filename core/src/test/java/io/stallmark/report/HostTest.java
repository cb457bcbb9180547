package io.stallmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HostTest {

  @Test
  void thisMachine_isFound() throws Exception {
    Host host = Host.look().get(60, TimeUnit.SECONDS);
    assertThat(host.logicalCores()).isPositive();
    assertThat(host.heapBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
    assertThat(host.operatingSystem()).isNotBlank();
    assertThat(host.architecture()).isEqualTo(System.getProperty("os.arch"));
  }

  @Test
  void whatCannotBeFound_isSaidToBeUnknown() {
    assertThat(Host.unknown().cpu()).isEqualTo("unknown");
    assertThat(Host.unknown().logicalCores()).isPositive();
  }
}
