package io.stallmark.report.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.report.compare.WrittenRun;
import io.stallmark.report.page.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class JmhJsonTest {

  @TempDir Path directory;
  private List<String> leftOut = List.of();

  private WrittenRun run(String name) {
    WrittenRun run = new WrittenRun(directory.resolve(name));
    run.json.putObject("versions").put("java", "17.0.15+6 (OpenJDK 64-Bit Server VM, Debian)");
    run.json.withObject("/spec").put("url", "mysql://u:***@h/db").put("intervalSeconds", 1.0);
    run.json.withObject("/spec").putObject("storage").put("engine", "InnoDB");
    run.json.withObject("/spec").putObject("settings").put("rows", 10).put("mix", "look");
    return run;
  }

  private JsonNode jmh(String... names) throws IOException {
    Path file = directory.resolve("jmh.json");
    leftOut =
        JmhJson.write(
            Stream.of(names)
                .map(name -> new ReportPage.Entry(name, directory.resolve(name)))
                .toList(),
            file);
    return new JsonMapper().readTree(Files.readString(file));
  }

  @Test
  void throughput_isThatOfTheIntervals() throws IOException {
    run("a").write(100, 1);
    JsonNode entry = jmh("a").get(0);
    assertThat(entry.get("benchmark").asString())
        .isEqualTo("io.stallmark.tiny.throughput.transaction");
    assertThat(entry.get("mode").asString()).isEqualTo("thrpt");
    assertThat(entry.get("threads").asInt()).isEqualTo(4);
    assertThat(entry.get("jdkVersion").asString()).isEqualTo("17.0.15+6");
    assertThat(entry.get("vmName").asString()).isEqualTo("OpenJDK 64-Bit Server VM");
    assertThat(entry.get("measurementIterations").asInt()).isEqualTo(12);
    assertThat(entry.get("measurementTime").asString()).isEqualTo("1 s");
    assertThat(entry.at("/primaryMetric/score").asDouble()).isCloseTo(100, within(1.0));
    assertThat(entry.at("/primaryMetric/scoreUnit").asString()).isEqualTo("ops/s");
    assertThat(entry.at("/primaryMetric/rawData/0").size()).isEqualTo(12);
  }

  @Test
  void parameters_areTextsOfTheSettings() throws IOException {
    run("a").write(100, 1);
    assertThat(jmh("a").get(0).get("params").toString())
        .isEqualTo(
            "{\"url\":\"mysql://u:***@h/db\",\"threads\":\"4\",\"storage.engine\":\"InnoDB\","
                + "\"rows\":\"10\",\"mix\":\"look\"}");
  }

  @Test
  void responseTimes_areInMilliseconds_withEverySample() throws IOException {
    run("a").write(100, 1);
    JsonNode entry = jmh("a").get(1);
    assertThat(entry.get("benchmark").asString()).isEqualTo("io.stallmark.tiny.transaction");
    assertThat(entry.get("mode").asString()).isEqualTo("sample");
    JsonNode metric = entry.get("primaryMetric");
    assertThat(metric.get("scoreUnit").asString()).isEqualTo("ms/op");
    assertThat(metric.get("score").asDouble()).isCloseTo(40, within(1.0));
    assertThat(metric.at("/scorePercentiles/50.0").asDouble()).isCloseTo(40, within(1.0));
    // of times with a deviation of a tenth: 3.29 * 4 / sqrt(1200)
    assertThat(metric.get("scoreError").asDouble()).isCloseTo(0.38, within(0.02));
    long samples = 0;
    for (JsonNode pair : metric.at("/rawDataHistogram/0/0")) {
      assertThat(pair.get(0).asDouble()).isBetween(20.0, 80.0);
      samples += pair.get(1).asLong();
    }
    assertThat(samples).isCloseTo(1200, within(12L));
  }

  @Test
  void runsOfOneFile_areToldApart() throws IOException {
    run("a").write(100, 1);
    run("b").write(80, 2);
    assertThat(jmh("a", "b"))
        .extracting(entry -> entry.at("/params/run").asString())
        .containsExactly("a", "a", "b", "b");
    assertThat(leftOut).isEmpty();
  }

  @Test
  void aRunWithoutFigures_isLeftOut_andNamed() throws IOException {
    run("a").write(100, 1);
    WrittenRun failed = run("b");
    failed.json.put("state", "failed");
    failed.write(100, 2);
    run("c").write(100, 3);
    Files.delete(directory.resolve("c/latency.hlog"));
    assertThat(jmh("a", "b", "c")).hasSize(2);
    assertThat(leftOut)
        .satisfiesExactly(
            line -> assertThat(line).contains("b is not in", "jmh.json: it failed."),
            line -> assertThat(line).contains("c is not in", "it has no samples."),
            line -> assertThat(line).contains("c: latency.hlog is missing"));
  }

  @Test
  void oneInterval_hasNoError_inJmhsWord() throws IOException {
    run("a").write(100, 1).file("intervals.csv", "start_s,end_s,transactions\n0,0.5,50\n");
    JsonNode metric = jmh("a").get(0).get("primaryMetric");
    assertThat(metric.get("score").asDouble()).isEqualTo(100);
    assertThat(metric.get("scoreError").asString()).isEqualTo("NaN");
    assertThat(metric.get("scoreConfidence").toString()).isEqualTo("[\"NaN\",\"NaN\"]");
  }
}
