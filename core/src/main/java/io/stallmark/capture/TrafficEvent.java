package io.stallmark.capture;

import io.stallmark.spi.wire.OpenedSession;

/** Event of a proxied session, in the order of the queue. Times as in a trace. */
sealed interface TrafficEvent {

  /** Number of the session. */
  int session();

  /** Nanoseconds since the start of the recording. */
  long time();

  /** The login is complete. */
  record Opened(int session, long time, OpenedSession opened) implements TrafficEvent {}

  /** Bytes of the client. */
  record Sent(int session, long time, byte[] bytes) implements TrafficEvent {}

  /** Bytes of the server. */
  record Replied(int session, long time, byte[] bytes) implements TrafficEvent {}

  /** Pieces are missing here. {@code requests}: how many of them were the client's. */
  record Lost(int session, long time, long requests) implements TrafficEvent {}

  /** Both directions have ended. */
  record Closed(int session, long time) implements TrafficEvent {}
}
