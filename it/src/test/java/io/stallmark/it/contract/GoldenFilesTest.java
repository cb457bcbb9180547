package io.stallmark.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Registry;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import io.stallmark.testkit.GoldenFileText;
import io.stallmark.testkit.GoldenFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The golden files of this repository, and what such a file has of other workloads. */
final class GoldenFilesTest extends GoldenFiles {

  private static final Registry REGISTRY = Registry.load();

  /** sysbench with one setting of another name for its mixes, or with none. */
  private record Disguised(List<Setting> settings) implements Workload {

    private static final Workload SYSBENCH = REGISTRY.workload("sysbench").orElseThrow();

    @Override
    public String name() {
      return "disguised";
    }

    @Override
    public String summary() {
      return SYSBENCH.summary();
    }

    @Override
    public Scenario scenario(Settings given, long seed, Set<Capability> capabilities) {
      Map<String, String> settings = new HashMap<>();
      if (given.values().containsKey("profile")) {
        settings.put("mix", given.values().get("profile").toString());
      }
      try {
        return SYSBENCH.scenario(new SettingsReader(SYSBENCH).read(settings), seed, capabilities);
      } catch (SpecException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static String disguised(Setting... settings) throws Exception {
    Binding binding = REGISTRY.bindings().get(0);
    return new GoldenFileText(new Disguised(List.of(settings)), binding).text();
  }

  @Test
  void workloadWithoutChoices_hasItsOperationsInTheFile() throws Exception {
    assertThat(disguised()).startsWith("# defaults\n").contains("\npoint_select: ");
    assertThat(disguised(Setting.integer("rows", "1", 1, 2, "")))
        .startsWith("# defaults\n")
        .contains("\npoint_select: ");
  }

  @Test
  void settingOfAnyNameThatChangesOperations_isInTheFile() throws Exception {
    assertThat(disguised(Setting.choice("profile", List.of("read_write", "insert"), "")))
        .contains("# defaults\n", "\npoint_select: ")
        .contains(
            "# profile insert, against the defaults\n", "\ninsert: ", "\nnot: point_select\n");
  }
}
