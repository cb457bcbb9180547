package io.stallmark.cluster.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

final class KubernetesManifestTest {

  private static final KubernetesManifest MANIFEST =
      new KubernetesManifest(4, "registry:5000/stallmark:0.1.0", "load", "bench");

  private static List<Object> parsed(KubernetesManifest manifest) {
    List<Object> documents = new ArrayList<>();
    new Load(LoadSettings.builder().build())
        .loadAllFromString(manifest.text())
        .forEach(documents::add);
    return documents;
  }

  @Test
  void service_isHeadless_andPublishesACoordinatorThatIsNotReady() {
    assertThat(parsed(MANIFEST).get(0))
        .isEqualTo(
            Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Service",
                "metadata",
                Map.of("name", "load", "namespace", "bench"),
                "spec",
                Map.of(
                    "clusterIP",
                    "None",
                    "publishNotReadyAddresses",
                    true,
                    "selector",
                    Map.of("stallmark-coordinator", "load"),
                    "ports",
                    List.of(Map.of("name", "cluster", "port", 7800)))));
  }

  @Test
  void job_isIndexed_neverStartsAnAgentAgain_andTakesTheKeyFromASecret() {
    Map<String, Object> secret =
        Map.of("secretKeyRef", Map.of("name", "load", "key", "cluster-key"));
    Map<String, Object> container =
        Map.of(
            "name",
            "agent",
            "image",
            "registry:5000/stallmark:0.1.0",
            "args",
            List.of(
                "agent", "--join", "load:7800", "--name", "load-$(JOB_COMPLETION_INDEX)", "--once"),
            "env",
            List.of(Map.of("name", "STALLMARK_CLUSTER_KEY", "valueFrom", secret)));
    assertThat(parsed(MANIFEST).get(1))
        .isEqualTo(
            Map.of(
                "apiVersion",
                "batch/v1",
                "kind",
                "Job",
                "metadata",
                Map.of("name", "load", "namespace", "bench"),
                "spec",
                Map.of(
                    "completionMode", "Indexed",
                    "completions", 4,
                    "parallelism", 4,
                    "backoffLimit", 0,
                    "template",
                        Map.of(
                            "spec",
                            Map.of("restartPolicy", "Never", "containers", List.of(container))))));
  }

  @Test
  void namespace_isLeftToKubectl_withoutOne() {
    assertThat(parsed(new KubernetesManifest(1, "stallmark", "load", null)))
        .hasSize(2)
        .allSatisfy(
            document ->
                assertThat(((Map<?, ?>) document).get("metadata"))
                    .isEqualTo(Map.of("name", "load")));
  }

  @Test
  void valueThatKubernetesRefuses_isRefusedByName() throws Exception {
    assertThat(MANIFEST.checked()).isSameAs(MANIFEST);
    assertRefused(new KubernetesManifest(0, "i", "load", null), "--agents takes 1 to 1,000");
    assertRefused(new KubernetesManifest(1, "a b", "load", null), "--image");
    assertRefused(new KubernetesManifest(1, "i", "Load", null), "--name");
    assertRefused(new KubernetesManifest(1, "i", "load-", null), "--name");
    assertRefused(new KubernetesManifest(1, "i", "l".repeat(54), null), "--name");
    assertRefused(new KubernetesManifest(1, "i", "load", "a\nb"), "--namespace");
  }

  private static void assertRefused(KubernetesManifest manifest, String message) {
    assertThatThrownBy(manifest::checked)
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith(message);
  }
}
