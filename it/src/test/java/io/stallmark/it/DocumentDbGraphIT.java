package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * FerretDB 2.7 and the embedded MongoDB, without transactions: no count of links would be right.
 */
@Docker
@Timeout(240)
final class DocumentDbGraphIT {

  @TempDir Path directory;

  @Test
  void databaseWithoutTransactions_isRefused_inOneLine() throws Exception {
    try (Server server = Server.documentdb()) {
      Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
      for (String url : List.of(server.url(), "embedded:mongo")) {
        Program.Result result =
            program.run("run", "linkbench", "--url", url, "-p", "ids=100", "-p", "max-degree=10");
        assertThat(result.exit()).as(result.err()).isEqualTo(2);
        assertThat(result.lastError())
            .startsWith("stallmark: linkbench needs multi-statement transactions");
        assertThat(program.results()).isEmpty();
      }
    }
  }
}
