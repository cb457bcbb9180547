package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.TextLines;
import io.stallmark.result.AgentSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AgentLinesTest {

  private static AgentSummary agent(
      String name, double rate, @Nullable Long p99, @Nullable Double lost) {
    return new AgentSummary(
        0, name, 16, 4, rate, p99, 0.5, 30.0, 0, List.of(), 0, 0, 5000, 0, 0, 0, 0, 0, 0, lost);
  }

  @Test
  void agentsThatAreAlike_haveNoLine() {
    assertThat(AgentLines.differing(null)).isEmpty();
    assertThat(
            AgentLines.differing(
                List.of(agent("a", 100, 5_000_000L, null), agent("b", 80, 9_000_000L, null))))
        .isEmpty();
  }

  @Test
  void agentsThatWereLostOrDiffer_areAllNamed() {
    assertThat(
            AgentLines.differing(
                List.of(
                    agent("a", 100, 5_000_000L, null),
                    agent("b", 50, 5_000_000L, null),
                    agent("c", 100, null, 4.0),
                    agent("d", 100, 50_000_000L, null))))
        .allMatch(line -> line.length() <= TextLines.WIDTH)
        .hasSize(2)
        .first()
        .isEqualTo(
            "  Agents that differ: b, 50 % of the median rate; c, lost at 4.0 s; d, p99 50.00");
  }

  @Test
  void arrivalsOfALostAgent_areNamedInTheSum() {
    AgentSummary lost =
        new AgentSummary(
            0, "c", 16, 4, 10, null, null, null, 0, List.of(), 30, 28, 20, 1, 0, 0, 9, 0, 0, 4.0);
    assertThat(AgentLines.identity(List.of(agent("a", 100, 5_000_000L, null)))).isEmpty();
    assertThat(AgentLines.identity(List.of(lost)))
        .containsExactly(
            "  of all agents: scheduled 30 = succeeded 20 + failed 1 + in flight 0 + never started"
                + " 0 + unknown 9 (c)");
  }

  @Test
  void theTable_hasEveryAgent() {
    assertThat(AgentLines.of(null)).isEmpty();
    assertThat(
            AgentLines.of(List.of(agent("a", 100, 5_000_000L, null), agent("b", 90, null, 12.5))))
        .hasSize(5)
        .contains("Load machines")
        .anySatisfy(line -> assertThat(line).contains("lost at 12.5 s"));
  }
}
