package io.stallmark.spi.wire;

/**
 * Turns the bytes of a session into records. The bytes arrive in pieces of any size. Used by one
 * thread at a time. Never throws: what cannot be read becomes a gap.
 *
 * <p>Records operations, replies and gaps. The start and the end of the session are recorded by the
 * proxy. A reply never arrives before its request.
 */
public interface SessionParser {

  /**
   * Accepts bytes that the client sent.
   *
   * @param time when they were read, nanoseconds since the start of the recording
   */
  void sent(long time, byte[] bytes);

  /** Accepts bytes that the server replied. */
  void replied(long time, byte[] bytes);

  /**
   * Some bytes are missing here. The parser records a gap and resumes at the next request whose
   * beginning it recognises.
   *
   * @param requests number of pieces of the client among them
   */
  void lost(long time, long requests);

  /** The connection was closed. Operations without a reply get one of outcome NONE. */
  void end(long time);
}
