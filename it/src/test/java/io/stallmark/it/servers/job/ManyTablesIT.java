package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More tables than can be asked for their size each second. */
@Docker
final class ManyTablesIT {

  @Test
  void whatTheyTake_isKnownBeforeAndAfterTheMeasurement(@TempDir Path directory) throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Program.Result result =
        program
            .call(
                Program.words(
                    "run sysbench --seconds=1 --verbose -p tables=101 -p rows=10",
                    "--url",
                    server.url()))
            .well();
    assertThat(result.out()).contains("at the start", "at the end", "stored: about");
    Path sizes = program.results().get(0).resolve("size.csv");
    assertThat(Files.readAllLines(sizes)).hasSize(1 + 2);
    assertThat(program.runJson().at("/size/end/dataBytes").asLong()).isGreaterThan(101 * 16_000);
    assertThat(program.runJson().at("/cost/storedBytesPerRow").asDouble()).isPositive();
  }
}
