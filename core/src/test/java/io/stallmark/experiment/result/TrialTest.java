package io.stallmark.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.experiment.result.Trial.Cause;
import io.stallmark.plan.RateLimit;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TrialTest {

  @TempDir Path directory;

  private String trust = "\"trusted\": true, \"judgedFlaggedPercent\": 0.0, \"reasons\": []";
  private int neverStarted;

  /** Of a run with so many transactions whose percentiles are all 1 ms. */
  private Trial trial(String limit, long count) throws IOException, SpecException {
    Path run = Files.createDirectories(directory.resolve("2026-w-db"));
    Files.writeString(
        run.resolve("run.json"),
        """
        {"state": "completed", "spec": {"threads": 2}, "trust": {%s},
         "summary": {"neverStarted": %d, "transactionsPerSecond": 10, "kinds": {"transaction":
          {"count": %d, "responseNanoseconds":
           {"p50": 1000000, "p95": 1000000, "p99": 1000000, "p999": 1000000, "max": 1000000}}}}}
        """
            .formatted(trust, neverStarted, count));
    return Trial.of(1, 10, RateLimit.parse(limit), directory, "");
  }

  @Test
  void percentile_isJudgedOnTenSamplesBeyondIt() throws IOException, SpecException {
    Trial few = trial("p999<2s", 6);
    assertThat(few.held()).isFalse();
    assertThat(few.cause()).isEqualTo(Cause.TOO_FEW);
    assertThat(few.reason()).isEqualTo("too few (6; p999 needs 10,000)");
    assertThat(trial("p999<2s", 9_999).held()).isFalse();
    assertThat(trial("p999<2s", 10_000).held()).isTrue();
    assertThat(trial("p99<2s", 999).held()).isFalse();
    assertThat(trial("p99<2s", 1000).held()).isTrue();
    assertThat(trial("p95<2s", 199).held()).isFalse();
    assertThat(trial("p50<2s", 20).held()).isTrue();
    assertThat(trial("max<2s", 0).held()).isFalse();
  }

  @Test
  void planWhoseTrialsHaveTooFew_isRefusedWithWhatWouldDo() throws SpecException {
    RateLimit limit = RateLimit.parse("p999<2s");
    assertThatThrownBy(() -> limit.check(2, TimeUnit.SECONDS.toNanos(3)))
        .hasMessage(
            "--find-rate: p999 needs 10,000 transactions a trial, and 2/s for 3 s are 6; give"
                + " --seconds 5000 or a --rate to begin with of 3334, or more");
    limit.check(3334, TimeUnit.SECONDS.toNanos(3));
  }

  @Test
  void generatorThatWasTheBottleneck_isNoAnswerOfTheDatabase() throws IOException, SpecException {
    trust =
        "\"trusted\": false, \"judgedFlaggedPercent\": 30.0, \"reasons\": [\"It was starved.\"]";
    neverStarted = 500; // a starved generator starts late
    Trial trial = trial("p99<2s", 1000);
    assertThat(trial.cause()).isEqualTo(Cause.GENERATOR);
    assertThat(trial.reason()).isEqualTo("not to be trusted: It was starved.");
    assertThat(trial.csv(directory)).contains(",30.0,no,\"not to be trusted");
  }

  @Test
  void otherDoubts_areTheRunsOwn() throws IOException, SpecException {
    trust = "\"trusted\": false, \"judgedFlaggedPercent\": 0.0, \"reasons\": [\"Sums differ.\"]";
    assertThat(trial("p99<2s", 1000).cause()).isEqualTo(Cause.FAILED);
  }

  @Test
  void trialTooShortToBeJudged_isSaidToBe() throws IOException, SpecException {
    trust = "\"trusted\": null, \"judgedFlaggedPercent\": null, \"reasons\": []";
    Trial trial = trial("p99<2s", 1000);
    assertThat(trial.held()).isTrue();
    assertThat(trial.judged()).isFalse();
    assertThat(Trial.lines(List.of(trial), RateLimit.parse("p99<2s")).get(1))
        .endsWith("yes, the generator not judged");
    assertThat(trial.csv(directory)).contains(",10.0,,,\"\",2026-w-db");
  }
}
