package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Operations as JMH benchmarks on the embedded server, and what is refused. */
final class JmhFrontIT {

  @TempDir Path directory;

  @Test
  void pointSelect_runsInForksOnTheEmbeddedServer() throws Exception {
    JmhFrontProcess front = new JmhFrontProcess(directory);
    JmhFrontProcess.Ended ended =
        front.call(
            "",
            "-p url=embedded:mysql -p workload=sysbench -p operation=point_select"
                + " -p options=tables:1+rows:1000 -f 1 -t 2 -wi 1 -w 200ms -i 2 -r 500ms"
                + JmhFrontProcess.JSON);
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    JsonNode result = front.results().get(0);
    assertThat(result.get("benchmark").asString()).isEqualTo("io.stallmark.jmh.Operation.run");
    assertThat(result.get("mode").asString()).isEqualTo("sample");
    assertThat(result.get("threads").asInt()).isEqualTo(2);
    assertThat(result.at("/primaryMetric/score").asDouble()).isPositive();
    assertThat(result.at("/primaryMetric/scoreUnit").asString()).isEqualTo("ms/op");
    assertThat(front.operations()).containsExactly("point_select");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-p operation=point_selct -p url=embedded:mysql   | 2 | sysbench has no operation 'point_selct': did you mean point_select?",
        "-p workload=sysbnech -p url=embedded:mysql       | 2 | No workload 'sysbnech': did you mean sysbench?",
        "-p operation=point_select                        | 2 | Give a database: -p url=",
        "-p options=rowz:9 -p url=embedded:mysql          | 2 | sysbench has no setting 'rowz': did you mean rows?",
        "-p options=mix:delete -p url=embedded:mysql      | 2 | which follows from the operation",
        "-p options=rows=9 -p url=embedded:mysql          | 2 | -p options takes key:value, not 'rows=9'",
        "-p url=mysql://u:hidden@h/db                     | 2 | JMH prints its parameters",
        "-p url=mysql://u@127.0.0.1:1/db                  | 3 | 127.0.0.1",
      })
  void whatCannotBe_isOneLine(String arguments, int code, String says) throws Exception {
    JmhFrontProcess.Ended ended = new JmhFrontProcess(directory).call("", arguments);
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(code);
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(ended.err()).startsWith("stallmark: ").contains(says).doesNotContain("hidden");
    assertThat(ended.out()).isEmpty();
  }
}
