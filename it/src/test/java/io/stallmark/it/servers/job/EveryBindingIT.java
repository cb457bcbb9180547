package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The jar with every binding on a server of each family: no driver is in the way of another. */
@Docker
final class EveryBindingIT {

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MONGO", "POSTGRESQL"})
  void jarWithEveryBinding_runsOnEachFamily(SharedServer family) throws Exception {
    Server server = family.emptied();
    Program program =
        new Program(directory, Map.of("STALLMARK_PASSWORD", server.password())).withEveryBinding();
    program
        .run(
            ("run sysbench --seconds 1 --warmup 0 --verify -p tables=1 -p rows=1000 --url "
                    + server.url())
                .split(" "))
        .well();
    JsonNode run = program.runJson();
    assertThat(run.at("/summary/transactions").asLong()).isPositive();
    assertThat(run.at("/summary/errors").asLong()).isZero();
  }
}
