package io.stallmark.cluster.coordinator;

import io.stallmark.cluster.protocol.Message;
import io.stallmark.record.Interval;

/**
 * Clock of an agent, compared with that of the coordinator in rounds of 16 pings. The ping with the
 * smallest round trip gives the offset; its error is at most half the round trip (Cristian's
 * algorithm). Times are nanoseconds. Used by one thread.
 */
final class AgentClock {

  static final int PINGS = 16;

  private static final long HALF_SLOT = Interval.SLOT / 2;

  private long sent;
  private long number;
  private int left;
  private long trip = Long.MAX_VALUE; // smallest of this round
  private long offset;
  private boolean first = true;
  private long agreed;
  private long error;
  private long skew;
  private long largestSkew;
  private boolean told;

  /** Begins a round. Returns the number of the first ping, to be sent now. */
  long start(long now) {
    left = PINGS;
    trip = Long.MAX_VALUE;
    return next(now);
  }

  private long next(long now) {
    sent = now;
    return ++number;
  }

  /**
   * Takes an answer.
   *
   * @param received when it arrived
   * @param now when the next ping will be sent
   * @return the number of the next ping; 0: the round is over, or this was no answer to a ping
   */
  long answered(Message.Pong pong, long received, long now) {
    if (left == 0 || pong.number() != number) {
      return 0;
    }
    if (received - sent < trip) {
      trip = received - sent;
      offset = pong.clock() - (sent + trip / 2);
    }
    if (--left > 0) {
      return next(now);
    }
    if (first) {
      first = false;
      agreed = offset;
      error = trip / 2;
    } else {
      skew = offset - agreed;
      largestSkew = Math.max(largestSkew, Math.abs(skew));
    }
    return 0;
  }

  /** Whether a round is in progress. */
  boolean busy() {
    return left > 0;
  }

  /** Clock of the agent at a time of the coordinator, as found in the first round. */
  long at(long moment) {
    return moment + agreed;
  }

  /** Largest error of {@link #at}. */
  long error() {
    return error;
  }

  /** Whether the error is more than half a slot. */
  boolean isVague() {
    return error > HALF_SLOT;
  }

  /** Change of the agent's clock since the first round. */
  long skew() {
    return skew;
  }

  /**
   * Whether the clock has moved by more than half a slot, for the first time. An agent numbers its
   * intervals and slots by its own clock, so those of this agent are shifted by the skew.
   */
  boolean strays() {
    boolean strays = !told && largestSkew > HALF_SLOT;
    told |= strays;
    return strays;
  }

  long largestSkew() {
    return largestSkew;
  }
}
