package io.stallmark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cluster.bus.ClusterAddress;
import io.stallmark.cluster.bus.ClusterKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The agents of docs/kubernetes.yaml join at the port, and by the variable, of the program. */
final class KubernetesFileTest {

  private static List<Map<?, ?>> documents() throws Exception {
    List<Map<?, ?>> documents = new ArrayList<>();
    new Load(LoadSettings.builder().build())
        .loadAllFromString(Files.readString(Path.of("../docs/kubernetes.yaml")))
        .forEach(each -> documents.add((Map<?, ?>) each));
    return documents;
  }

  @Test
  void service_isHeadless_andPublishesACoordinatorThatIsNotReady() throws Exception {
    assertThat(documents().get(0).get("spec"))
        .isEqualTo(
            Map.of(
                "clusterIP",
                "None",
                "publishNotReadyAddresses",
                true,
                "selector",
                Map.of("stallmark-coordinator", "stallmark"),
                "ports",
                List.of(Map.of("name", "cluster", "port", ClusterAddress.DEFAULT_PORT))));
  }

  @Test
  void job_isIndexed_neverStartsAnAgentAgain_andTakesTheKeyFromASecret() throws Exception {
    Map<String, Object> secret =
        Map.of("secretKeyRef", Map.of("name", "stallmark", "key", "cluster-key"));
    List<String> args =
        List.of(
            "agent",
            "--join",
            "stallmark:" + ClusterAddress.DEFAULT_PORT,
            "--name",
            "stallmark-$(JOB_COMPLETION_INDEX)",
            "--once");
    Map<String, Object> container =
        Map.of(
            "name",
            "agent",
            "image",
            "registry/stallmark",
            "args",
            args,
            "env",
            List.of(Map.of("name", ClusterKey.VARIABLE, "valueFrom", secret)));
    assertThat(documents().get(1).get("spec"))
        .isEqualTo(
            Map.of(
                "completionMode", "Indexed",
                "completions", 4,
                "parallelism", 4,
                "backoffLimit", 0,
                "template",
                    Map.of(
                        "spec",
                        Map.of("restartPolicy", "Never", "containers", List.of(container)))));
  }
}
