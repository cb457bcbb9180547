package io.stallmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Registry;
import io.stallmark.spec.SpecEntries;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The connections that a run asks the server for before it starts. */
final class NeededConnectionsTest {

  @ParameterizedTest
  @CsvSource({
    "linkbench, mysql://u@h/d, 400", // a client has two
    "sysbench,  mysql://u@h/d, 200",
    "linkbench, mongodb://h/d, 200"
  })
  void connections_areThoseThatTheClientsOpen(String workload, String url, int connections)
      throws Exception {
    SpecEntries entries =
        new SpecEntries(List.of())
            .with("workload", workload)
            .with("url", url)
            .with("threads", "200");
    Registry registry = Registry.load();
    RunSpec spec = new RunSpecReader(registry, path -> path).read(entries);
    assertThat(RunJob.of(spec, registry, Credentials.NONE).target().connections())
        .isEqualTo(connections);
  }
}
