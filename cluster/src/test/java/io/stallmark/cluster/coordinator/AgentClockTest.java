package io.stallmark.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cluster.protocol.Message;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class AgentClockTest {

  private static final long AHEAD = TimeUnit.HOURS.toNanos(1); // the agent's clock

  /** A first round whose fastest trip takes so long. */
  private static AgentClock compared(long fastestMillis) {
    AgentClock clock = new AgentClock();
    long now = 0;
    long number = clock.start(now);
    for (int i = 0; number > 0; i++) {
      long trip = TimeUnit.MILLISECONDS.toNanos(fastestMillis + (i == 7 ? 0 : 30));
      Message.Pong pong = new Message.Pong(number, now + trip / 2 + AHEAD);
      now += trip;
      number = clock.answered(pong, now, now);
    }
    return clock;
  }

  @Test
  void theFastestTrip_givesTheOffsetAndTheError() {
    AgentClock clock = compared(80);
    assertThat(clock.busy()).isFalse();
    assertThat(clock.at(5)).isEqualTo(AHEAD + 5);
    assertThat(clock.error()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(40));
  }

  @Test
  void anErrorOfMoreThanHalfASlot_isVague() {
    assertThat(compared(100).isVague()).isFalse();
    assertThat(compared(102).isVague()).isTrue();
  }
}
