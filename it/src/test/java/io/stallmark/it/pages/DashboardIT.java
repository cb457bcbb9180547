package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Required;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard in Grafana's own models of it, its panels and its queries. */
@ExtendWith(DashboardIT.Models.class)
final class DashboardIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String MODELS = "STALLMARK_GRAFANA_MODELS";

  /** Needs them. */
  static final class Models implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Required.unless(
          System.getenv(MODELS) != null,
          "no models of Grafana in "
              + MODELS
              + "; 'it/containers.sh prometheus' gets them, 'it/containers.sh env' names them");
    }
  }

  @TempDir Path directory;

  @Test
  void grafanaKnowsEveryFieldOfTheDashboard() throws Exception {
    assertThat(lost(dashboard())).isEmpty();
  }

  @Test
  void aFieldThatGrafanaDoesNotKnow_isFound() throws Exception {
    String mistaken = dashboard().replaceFirst("\"fillOpacity\"", "\"fillOpcaity\"");
    assertThat(lost(mistaken)).singleElement().asString().endsWith("/fillOpcaity");
  }

  private static String dashboard() throws Exception {
    return Files.readString(ROOT.resolve("docs/grafana/stallmark.json"));
  }

  private List<String> lost(String dashboard) throws Exception {
    Path given = Files.writeString(directory.resolve("dashboard.json"), dashboard);
    Path script = ROOT.resolve("it/src/test/resources/grafana-lost.py");
    ProcessBuilder builder = new ProcessBuilder("python3", script.toString());
    builder.environment().put("PYTHONPATH", Objects.requireNonNull(System.getenv(MODELS)));
    Path out = directory.resolve("out");
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectInput(given.toFile())
            .redirectOutput(out.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(out)).isZero();
    return Files.readAllLines(out);
  }
}
