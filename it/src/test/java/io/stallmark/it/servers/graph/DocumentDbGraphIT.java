package io.stallmark.it.servers.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FerretDB 2.7 and the embedded MongoDB, which have no transactions. */
@Docker
@Thorough
final class DocumentDbGraphIT {

  private static final String NODES_AND_READS =
      "mix=own add-node=10 update-node=10 delete-node=5 get-node=35"
          + " count-link=10 multiget-link=10 get-links-list=20";

  @TempDir Path directory;

  private Program.Result call(
      Server server, String url, String command, String settings, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "linkbench", "--url", url));
    for (String setting : ("ids=300 max-degree=100 " + settings).strip().split(" ")) {
      arguments.addAll(List.of("-p", setting));
    }
    if (command.equals("run")) {
      arguments.addAll(List.of("--verbose", "--events", "500", "--fresh", "--verify"));
    }
    arguments.addAll(List.of(more));
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()))
        .run(arguments.toArray(String[]::new));
  }

  /** No count of links would be right. */
  @Test
  void linksThatChange_areRefused_inOneLine() throws Exception {
    try (Server server = Server.documentdb()) {
      for (String url : List.of(server.url(), "embedded:mongo")) {
        for (String command : List.of("load", "run", "verify")) {
          Program.Result result = call(server, url, command, "");
          assertThat(result.exit()).as(result.err()).isEqualTo(2);
          assertThat(result.lastError())
              .startsWith("stallmark: linkbench needs multi-statement transactions")
              .contains("mix=own");
        }
      }
      call(server, server.url(), "drop", "", "--yes").well();
      assertThat(directory).isEmptyDirectory();
    }
  }

  @Test
  void nodesThatChange_andAllReads_areMeasured() throws Exception {
    try (Server server = Server.documentdb()) {
      for (String url : List.of(server.url(), "embedded:mongo")) {
        Program.Result result = call(server, url, "run", NODES_AND_READS).well();
        assertThat(result.out()).contains("get_links_list", "add_node");
      }
    }
  }
}
