package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two settings of a real server that take turns. */
final class DuetTurnsIT {

  @TempDir Path directory;

  private Program.Result duet(String ofA, String ofB, String seconds) {
    List<String> words =
        new ArrayList<>(List.of("duet", "sysbench", "--url", "embedded:mysql", "--json"));
    words.addAll(List.of("-p", "rows=1000", "--threads", "2", "--interval", "0.1"));
    words.addAll(List.of("--a-sql", ofA, "--b-sql", ofB, "--seconds", seconds, "--out", "out"));
    return new Program(directory, Map.of()).call(words.toArray(String[]::new));
  }

  @Test
  void settings_areComparedByPairsOfSlices() {
    String setting = "SET GLOBAL innodb_flush_log_at_trx_commit=";
    Program.Result result = duet(setting + 1, setting + 2, "20");
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    JsonNode document = new JsonMapper().readTree(result.out());
    assertThat(document.path("mode").asString()).isEqualTo("alternating");
    assertThat(document.path("first").size()).isEqualTo(20);
    assertThat(document.path("seconds").size()).isEqualTo(20);
    assertThat(document.path("settlingSeconds").asDouble()).isBetween(0.1, 0.31);
    assertThat(document.at("/rows/0/low").isNumber()).isTrue();
    assertThat(document.at("/b/name").asString()).endsWith(setting + 2);
  }

  @Test
  void settingThatTheServerDoesNotKnow_isNamed() {
    Program.Result result = duet("SET GLOBAL sync_binlog=0", "SET GLOBAL sync_bin=1", "20");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("stallmark: B: --b-sql 'SET GLOBAL sync_bin=1': ")
        .contains("Unknown system variable 'sync_bin'");
  }
}
