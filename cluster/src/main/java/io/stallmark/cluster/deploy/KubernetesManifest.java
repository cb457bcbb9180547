package io.stallmark.cluster.deploy;

import io.stallmark.cluster.bus.ClusterAddress;
import io.stallmark.cluster.bus.ClusterKey;
import io.stallmark.spec.SpecException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Kubernetes' objects for agents, as text for {@code kubectl apply}: a headless Service, under
 * whose name agents find the coordinator, and an Indexed Job of agents. The cluster key is in a
 * Secret.
 *
 * <p>The coordinator is the pod with the labels of {@link #COORDINATOR_LABEL} and the name. Its
 * address is published although it is not ready; agents wait for it.
 *
 * @param name of the Service, the Job and the Secret
 * @param namespace null: that of kubectl
 */
public record KubernetesManifest(
    int agents, String image, String name, @Nullable String namespace) {

  /** Its value is the name of the manifest. */
  public static final String COORDINATOR_LABEL = "stallmark-coordinator";

  /** The key within the Secret. */
  static final String SECRET_KEY = "cluster-key";

  private static final int MOST_AGENTS = 1_000;

  /** The pods of a Job have its name, a dash and an index; a host name has 63 characters. */
  private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]{0,51}[a-z0-9])?");

  private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][-A-Za-z0-9._:/@]*");

  /**
   * Checks the values.
   *
   * @throws SpecException if Kubernetes would refuse one
   */
  public KubernetesManifest checked() throws SpecException {
    check("--agents", agents > 0 && agents <= MOST_AGENTS, "1 to 1,000");
    check("--image", IMAGE.matcher(image).matches(), "the name of an image");
    check("--name", NAME.matcher(name).matches(), "up to 53 of a-z, 0-9 and -, first a letter");
    check(
        "--namespace",
        namespace == null || NAMESPACE.matcher(namespace).matches(),
        "up to 63 of a-z, 0-9 and -");
    return this;
  }

  private static void check(String option, boolean valid, String takes) throws SpecException {
    if (!valid) {
      throw new SpecException(option + " takes " + takes);
    }
  }

  /** The text: two YAML documents. */
  public String text() {
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setExplicitStart(true)
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .build();
    return new Dump(settings).dumpAllToString(List.of(service(), job()).iterator());
  }

  private Map<String, Object> service() {
    return map(
        "apiVersion",
        "v1",
        "kind",
        "Service",
        "metadata",
        metadata(),
        "spec",
        map(
            "clusterIP",
            "None",
            "publishNotReadyAddresses",
            true,
            "selector",
            map(COORDINATOR_LABEL, name),
            "ports",
            List.of(map("name", "cluster", "port", ClusterAddress.DEFAULT_PORT))));
  }

  private Map<String, Object> job() {
    Map<String, Object> secret = map("secretKeyRef", map("name", name, "key", SECRET_KEY));
    Map<String, Object> container =
        map(
            "name",
            "agent",
            "image",
            image,
            // Kubernetes sets the variable of an Indexed Job, and replaces it in arguments
            "args",
            List.of(
                "agent",
                "--join",
                name + ":" + ClusterAddress.DEFAULT_PORT,
                "--name",
                name + "-$(JOB_COMPLETION_INDEX)",
                "--once"), // a Job's pods have to end
            "env",
            List.of(map("name", ClusterKey.VARIABLE, "valueFrom", secret)));
    return map(
        "apiVersion",
        "batch/v1",
        "kind",
        "Job",
        "metadata",
        metadata(),
        "spec",
        map(
            "completionMode",
            "Indexed",
            "completions",
            agents,
            "parallelism",
            agents,
            "backoffLimit",
            0,
            "template",
            map("spec", map("restartPolicy", "Never", "containers", List.of(container)))));
  }

  private Map<String, Object> metadata() {
    return namespace == null ? map("name", name) : map("name", name, "namespace", namespace);
  }

  /** In the order of the arguments: keys and values in turn. */
  private static Map<String, Object> map(Object... entries) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < entries.length; i += 2) {
      map.put((String) entries[i], entries[i + 1]);
    }
    return map;
  }
}
