package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped experiment of duets, shorter, on two databases of one server. */
@Docker
final class DuetExperimentIT {

  private static final Path FILE =
      Path.of("").toAbsolutePath().getParent().resolve("experiments/duet-durability.yaml");

  @TempDir Path directory;

  @Thorough // ExperimentDuetsIT has the experiment, on a fake
  @Test
  void shippedExperiment_measuresItsPairs() throws Exception {
    Server server = SharedServer.MARIADB.emptied();
    String root = server.url().replace("//bench@", "//root@");
    server.execute("CREATE OR REPLACE DATABASE second");
    Files.writeString(
        directory.resolve("e.yaml"),
        Files.readString(FILE)
            .replace("seconds: 120", "seconds: 20\n  interval: 0.1\n  warmup: 0.5"));
    Program.Result result =
        new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()))
            .call(
                "experiment",
                "e.yaml",
                "--scale",
                "0.01",
                "--url",
                "full=" + root,
                "--url",
                "os=" + root.replace("/bench", "/second"),
                "--out",
                "out")
            .well();
    assertThat(result.out()).contains("Duets, transactions/s").contains("full-to-os-write_only");
    List<String> csv = Files.readAllLines(directory.resolve("out/duets.csv"));
    assertThat(csv)
        .anyMatch(line -> line.startsWith("full-to-os-read_write,transactions_per_s,1/s,"))
        .anyMatch(line -> line.startsWith("full-to-os-write_only,commit.response.p50_ms,ms,"));
    assertThat(directory.resolve("out/report.html")).exists();
    Program.Result planned =
        new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()))
            .call(
                "experiment",
                "e.yaml",
                "--url",
                "full=" + root,
                "--url",
                "os=" + root.replace("/bench", "/second"),
                "--local-agents",
                "2",
                "--dry-run");
    assertThat(planned.exit()).as(planned.err()).isZero();
    assertThat(planned.out()).contains("stallmark duet ").contains("--local-agents 2 --out");
  }

  @Test
  void turns_areRefused_alsoWithOneAgent() throws Exception {
    Files.writeString(directory.resolve("e.yaml"), Files.readString(FILE) + "mode: alternating\n");
    Program.Result refused =
        new Program(directory, Map.of())
            .call(
                "experiment",
                "e.yaml",
                "--url",
                "full=mysql://bench@localhost/one",
                "--url",
                "os=mysql://bench@localhost/two",
                "--local-agents",
                "1",
                "--dry-run");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--agents must be left out: sides that take turns");
  }
}
