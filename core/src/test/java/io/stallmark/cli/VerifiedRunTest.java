package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Runs that prove their tables right. */
final class VerifiedRunTest extends StagedTest {

  private Stage.Outcome verified() {
    return stage.runTiny("--events", "20", "--verify");
  }

  @Test
  void tablesAreVerified_whenLoadedAndAfterTheRun() throws IOException {
    Stage.Outcome outcome = verified().well();
    assertThat(outcome.err()).contains("tiny: all is right.");
    assertThat(outcome.out()).contains("tiny: all is right.", "transactions/s");
    JsonNode json = stage.json();
    assertThat(json.get("state").asString()).isEqualTo("completed");
    assertThat(json.get("verified").asBoolean()).isTrue();
    assertThat(json.get("verification").get(0).asString()).isEqualTo("tiny: all is right.");
  }

  @Test
  void verificationWithoutACheck_isNotVerified() throws IOException {
    stage.workload.proven = List.of();
    assertThat(stage.run("load", "tiny", "--url", Stage.URL).exit()).isZero();
    Stage.Outcome outcome = verified();
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("Verification failed: Nothing was checked.");
    JsonNode json = stage.json();
    assertThat(json.get("state").asString()).isEqualTo("failed");
    assertThat(json.get("verified").asBoolean(true)).isFalse();
    assertThat(json.get("verification").get(0).asString()).isEqualTo("Nothing was checked.");
    assertThat(stage.run("verify", "tiny", "--url", Stage.URL).exit()).isEqualTo(1);
  }

  @Test
  void dataThatCannotBeVerified_isRefusedBeforeTheRun() {
    stage.workload.refusal = Optional.of("The rows are random.");
    Stage.Outcome outcome = verified();
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("--verify: The rows are random. Leave it out.");
    assertThat(stage.runTiny("--events", "20").exit()).isZero();
  }

  @Test
  void runThatNobodyVerifies_saysNothingOfIt() throws IOException {
    stage.runTiny("--events", "20");
    assertThat(stage.json().has("verified")).isFalse();
  }

  @Test
  void wrongTables_failTheRun_withWhatItMeasured() throws IOException {
    stage.run("load", "tiny", "--url", Stage.URL);
    stage.workload.findings = List.of("id 3 is missing", "id 4 is missing");
    Stage.Outcome outcome = verified();
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out()).contains("id 3 is missing\nid 4 is missing\n", "transactions/s");
    assertThat(outcome.err()).contains("Verification failed with 2 findings: id 3 is missing");
    JsonNode json = stage.json();
    assertThat(json.get("state").asString()).isEqualTo("failed");
    assertThat(json.get("verified").asBoolean(true)).isFalse();
    assertThat(json.get("verification")).hasSize(2);
    assertThat(json.get("summary").get("transactions").asLong()).isEqualTo(20);
  }

  @Test
  void rowsThatAreMissingAfterTheRun_failIt() throws IOException {
    stage.workload.missing = List.of("8 of 8 ids are missing.");
    Stage.Outcome outcome = stage.runTiny("--events", "20");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("8 of 8 ids are missing.");
    JsonNode json = stage.json();
    assertThat(json.get("state").asString()).isEqualTo("failed");
    assertThat(json.get("reason").asString()).isEqualTo("8 of 8 ids are missing.");
    assertThat(json.get("summary").get("transactions").asLong()).isEqualTo(20);
  }

  @Test
  void wrongLoad_isNotRunOn() {
    stage.workload.findings = List.of("id 3 is missing");
    Stage.Outcome outcome = verified();
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("Verification failed: id 3 is missing");
    assertThat(outcome.out()).doesNotContain("transactions/s");
  }

  @Test
  void verificationThatIsInterrupted_keepsWhatWasMeasured() throws IOException {
    stage.run("load", "tiny", "--url", Stage.URL);
    stage.workload.findings =
        new AbstractList<>() {
          @Override
          public String get(int index) {
            throw new IndexOutOfBoundsException(index);
          }

          @Override
          public int size() {
            stage.signal();
            return 0;
          }
        };
    Stage.Outcome outcome = verified();
    assertThat(outcome.exit()).isEqualTo(130);
    assertThat(outcome.err()).contains("Interrupted while the tables were verified");
    JsonNode json = stage.json();
    assertThat(json.get("state").asString()).isEqualTo("interrupted");
    assertThat(json.has("verified")).isFalse();
    assertThat(json.get("summary").get("transactions").asLong()).isEqualTo(20);
  }
}
