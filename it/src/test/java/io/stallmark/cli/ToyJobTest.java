package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main job on the toy binding: a dialect and one line are all that a database needs. */
@Timeout(120)
final class ToyJobTest {

  @TempDir Path directory;

  private Calls.Result succeeds(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "sysbench"));
    arguments.addAll(List.of("--url", "h2:file:" + directory.resolve("bench")));
    arguments.addAll(List.of("-p", "tables=2", "-p", "rows=500"));
    arguments.addAll(List.of(more));
    Calls.Result result = new Calls(directory).run(arguments.toArray(String[]::new));
    assertThat(result.exit()).as("%s%s", result.out(), result.err()).isZero();
    return result;
  }

  @Test
  void dialectAndOneLine_loadRunVerifyAndDrop() {
    assertThat(succeeds("run", "--threads", "2", "--events", "200").out()).contains("200", "H2");
    succeeds("verify");
    assertThat(succeeds("drop").out()).contains("2");
  }

  @Test
  void inserts_goOnFromTheLastIdWhereTheDatabaseDoesNot() {
    succeeds("load");
    succeeds("run", "--threads", "2", "--events", "100", "-p", "mix=insert");
    succeeds("verify", "-p", "mix=insert");
  }
}
