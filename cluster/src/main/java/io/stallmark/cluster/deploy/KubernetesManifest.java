package io.stallmark.cluster.deploy;

import io.stallmark.cluster.bus.ClusterAddress;
import io.stallmark.cluster.bus.ClusterKey;
import io.stallmark.spec.SpecException;
import io.stallmark.text.TextResource;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
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
    check("--name", NAME.matcher(name).matches(), "a letter, then up to 52 of a-z, 0-9 and -");
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
    String objects =
        TextResource.whole(KubernetesManifest.class, "kubernetes.yaml")
            .replace("<name>", name)
            .replace("<namespace>", namespace == null ? "" : ", namespace: '" + namespace + "'")
            .replace("<image>", image)
            .replace("<agents>", Integer.toString(agents))
            .replace("<port>", Integer.toString(ClusterAddress.DEFAULT_PORT))
            .replace("<label>", COORDINATOR_LABEL)
            .replace("<variable>", ClusterKey.VARIABLE)
            .replace("<key>", SECRET_KEY);
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setExplicitStart(true)
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .build();
    Load load = new Load(LoadSettings.builder().build());
    return new Dump(settings).dumpAllToString(load.loadAllFromString(objects).iterator());
  }
}
