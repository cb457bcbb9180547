package io.stallmark.capture;

import org.jspecify.annotations.Nullable;

/**
 * State of a recording at some time.
 *
 * @param elapsed nanoseconds since the start of the recording
 * @param open sessions that have not ended
 * @param sessions sessions that have begun
 * @param operations operations recorded
 * @param lost operations that are missing in the trace, without those that contain secrets
 * @param bytes size of the trace's segments on disk
 * @param unreachable connections that were closed because the server was not reachable
 * @param unopened connections that ended in their login by an error
 * @param failure why the recording stopped although the traffic continues; null: it did not
 */
public record RecordingStatus(
    long elapsed,
    int open,
    int sessions,
    long operations,
    long lost,
    long bytes,
    long unreachable,
    long unopened,
    @Nullable String failure) {

  private static final double MOST_LOST = 0.01;

  /** Share of the operations that is missing, from 0 to 1. */
  public double lostShare() {
    return lost == 0 ? 0 : (double) lost / (operations + lost);
  }

  /** Whether so much is missing that the trace does not represent the traffic. */
  public boolean incomplete() {
    return lostShare() > MOST_LOST;
  }
}
