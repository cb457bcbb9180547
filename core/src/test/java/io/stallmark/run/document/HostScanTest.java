package io.stallmark.run.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.result.RunDocument.HostFacts;
import org.junit.jupiter.api.Test;

final class HostScanTest {

  @Test
  void thisMachine_isFound() throws Exception {
    HostFacts host = HostScan.start().get();
    assertThat(host.logicalCores()).isPositive();
    assertThat(host.heapBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
    assertThat(host.operatingSystem()).isNotBlank();
    assertThat(host.architecture()).isEqualTo(System.getProperty("os.arch"));
  }

  @Test
  void whatCannotBeFound_isSaidToBeUnknown() {
    assertThat(HostScan.unknown().cpu()).isEqualTo("unknown");
    assertThat(HostScan.unknown().logicalCores()).isPositive();
  }
}
