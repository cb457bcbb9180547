package io.stallmark.spi.replay;

import io.stallmark.spi.wire.SessionRecorder.Summary;
import io.stallmark.trace.TraceRecord.Outcome;

/**
 * Summary of a reply, computed as for the replies of a trace.
 *
 * @param errorCode the server's error code; 0: no error
 * @param message the server's error message in one line, without secrets; empty: no error
 * @param rows number of rows or documents returned
 * @param affected number of rows or documents changed
 * @param hash sum, modulo 2^64, of a hash of each row's content
 */
public record RawReply(
    Outcome outcome, int errorCode, String message, long rows, long affected, long hash) {

  /** There is no reply. */
  public static final RawReply NONE = of(Summary.NONE, "");

  /** Returns a reply with this summary and message. */
  public static RawReply of(Summary summary, String message) {
    return new RawReply(
        summary.outcome(),
        summary.errorCode(),
        message,
        summary.rows(),
        summary.affected(),
        summary.hash());
  }
}
