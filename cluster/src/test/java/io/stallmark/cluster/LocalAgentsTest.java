package io.stallmark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalAgentsTest {

  @Test
  void propertiesThatAreNotOnTheCommandLine_areNotShownThere() {
    List<String> commandLine =
        List.of("-Xmx1g", "-Da=1", "-Dcom.sun.management.jmxremote.port=9010", "-cp", "x.jar");
    List<String> all =
        List.of(
            "-Dstore.password=s3cret", // of JAVA_TOOL_OPTIONS
            "-Xmx1g",
            "-Da=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Dcom.sun.management.jmxremote.port=9010",
            "-Dstallmark.terminals=012");
    assertThat(LocalAgents.options(all, commandLine))
        .containsExactly("-Xmx1g", "-Da=1", "--enable-native-access=ALL-UNNAMED");
  }
}
