package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the proofs, with few and short duets. Their figures are not judged. */
@Docker
@Thorough
final class DuetProofsIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir Path directory;
  private Server server;

  @BeforeEach
  void begin() throws Exception {
    server = SharedServer.MARIADB.emptied();
    sql("CREATE OR REPLACE DATABASE two", "GRANT ALL ON two.* TO bench");
  }

  @AfterEach
  void end() throws Exception {
    sql("DROP DATABASE two");
  }

  private void sql(String... statements) throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      for (String statement : statements) {
        sql.execute(statement);
      }
    }
  }

  private List<String> proofs(String mode, int duets) throws IOException, InterruptedException {
    ProcessBuilder script =
        new ProcessBuilder(
                ROOT.resolve("it/duet-proofs.sh").toString(), mode, server.url(), server.url("two"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log.txt").toFile());
    script
        .environment()
        .put("STALLMARK", Program.JAVA + " -jar " + ROOT.resolve("all/target/stallmark.jar"));
    script.environment().put("STALLMARK_PASSWORD", server.password());
    script.environment().put("OUT", directory.resolve(mode).toString());
    for (String setting :
        List.of("MODE=together", "SECONDS_EACH=20", "THREADS=2", "WARMUP=1", "HOGS=1")) {
      String[] parts = setting.split("=");
      script.environment().put(parts[0], parts[1]);
    }
    script.environment().put("DUETS", String.valueOf(duets));
    int exit = script.start().waitFor();
    List<String> lines = new ArrayList<>(Files.readAllLines(directory.resolve("log.txt")));
    assertThat(exit).as(String.join("\n", lines)).isZero();
    return lines;
  }

  @Test
  void eachProof_hasARowForEachDuet_andASummary() throws Exception {
    String row = " [+-]\\d+\\.\\d\\d [+-]\\d+\\.\\d\\d [+-]\\d+\\.\\d\\d ";
    List<String> identical = proofs("identical", 1);
    assertThat(identical).hasSize(4);
    assertThat(identical.get(2))
        .matches("1" + row + "\\+0\\.00 (not_shown|slower|faster) (in|out)side");
    assertThat(identical.get(3)).contains("1 duets, ", " show a difference");
    assertThat(proofs("identical", 2)).contains(identical.get(2)).hasSize(5); // resumed
    List<String> swap = proofs("swap", 2);
    assertThat(swap.get(2)).matches("1" + row + "-3\\.23 .*");
    assertThat(swap.get(3)).matches("2" + row + "\\+3\\.33 .*");
    assertThat(swap.get(5)).startsWith("1 pairs of duets: the sign swaps in ");
    List<String> delay = proofs("delay", 1);
    assertThat(delay.get(2)).matches("1" + row + "[+-]\\d.*");
    try (Stream<Path> files = Files.list(directory.resolve("swap"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("1.json", "2.json", "rows", "settings");
    }
  }
}
