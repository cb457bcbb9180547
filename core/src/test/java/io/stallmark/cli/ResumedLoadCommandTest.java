package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on a load that ended early and can go on. */
final class ResumedLoadCommandTest extends StagedTest {

  private static final String MARK = "stallmark_loading";
  private static final int FIFTH = 5;

  @BeforeEach
  void prepare() {
    stage.workload.resumable = true;
  }

  private Stage.Outcome tiny(String command, String... more) {
    String[] base = {command, "tiny", "--url", Stage.URL};
    String[] all = Arrays.copyOf(base, base.length + more.length);
    System.arraycopy(more, 0, all, base.length, more.length);
    return stage.run(all);
  }

  private void failAtFifth() {
    stage.binding.fault =
        execution -> {
          if (execution == FIFTH) {
            throw new DbException(Kind.CONNECTION, "2013", "The server is gone", null);
          }
        };
  }

  private Stage.Outcome broken() {
    failAtFifth();
    Stage.Outcome outcome = tiny("load", "--threads", "1", "--reconnect", "0");
    stage.binding.fault = execution -> {};
    return outcome;
  }

  @Test
  void aLoadWhoseServerIsLost_saysHowToGoOn_andTheSameCommandDoes() {
    Stage.Outcome lost = broken();
    assertThat(lost.exit()).isEqualTo(3);
    assertThat(lost.err())
        .endsWith(
            "stallmark: The server is gone. Loaded rows remain; the same command resumes the load.\n");
    assertThat(stage.binding.tables.get("tiny")).hasValue(3);
    Stage.Outcome again = tiny("load", "--threads", "2").well();
    assertThat(again.err()).contains("Resuming an incomplete load\n");
    assertThat(stage.binding.tables).containsOnlyKeys("tiny");
    assertThat(stage.binding.tables.get("tiny")).hasValue(10);
  }

  @Test
  void run_goesOnFirst() {
    broken();
    Stage.Outcome run = stage.runTiny("--events", "10").well();
    assertThat(run.err()).contains("Resuming an incomplete load\n");
    assertThat(stage.binding.tables).containsOnlyKeys("tiny");
    assertThat(stage.binding.tables.get("tiny")).hasValue(10);
  }

  @Test
  void verify_refusesHalfALoad() {
    broken();
    Stage.Outcome verify = tiny("verify");
    assertThat(verify.exit()).isEqualTo(1);
    assertThat(verify.err()).contains("The load is incomplete. 'stallmark load' resumes it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "run", "verify"})
  void otherSettings_areRefused_untilTheLoadIsDropped(String command) {
    broken();
    Stage.Outcome other = tiny(command, "-p", "rows=11");
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.errorLines()).filteredOn(line -> line.contains("other settings")).hasSize(1);
    assertThat(stage.binding.tables.get("tiny")).hasValue(3);
    assertThat(tiny("drop", "--yes", "-p", "rows=11").out())
        .isEqualTo("Dropped 1 table of tiny: tiny\n");
    assertThat(stage.binding.tables).isEmpty();
  }

  @Test
  void aSignal_leavesTheLoad_andSaysHowToGoOn() {
    stage.binding.fault =
        execution -> {
          if (execution == FIFTH) {
            stage.signal();
          }
        };
    Stage.Outcome outcome = tiny("load", "--threads", "1");
    assertThat(outcome.exit()).isEqualTo(130);
    assertThat(outcome.err())
        .endsWith(
            "stallmark: Interrupted. Loaded rows remain; the same command resumes the load.\n");
    assertThat(stage.binding.tables).containsOnlyKeys("tiny", MARK);
  }

  @Test
  void tablesOfARunsOwn_goWithItsFailure() {
    failAtFifth();
    Stage.Outcome outcome = stage.runTiny("--fresh", "--reconnect", "0");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.err()).doesNotContain("resumes");
    assertThat(stage.binding.tables).isEmpty();
  }

  @Test
  void aServerThatEndsWithTheCommand_isGivenNoMark() {
    failAtFifth();
    Stage.Outcome outcome =
        stage.run("load", "tiny", "--url", "embedded:memory", "--reconnect", "0");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.err()).doesNotContain("resumes");
    assertThat(stage.binding.tables).isEmpty();
  }
}
