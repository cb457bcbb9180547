package io.stallmark.mongo.profile;

import io.stallmark.trace.TraceRecord.Outcome;

/**
 * What the profiler keeps of a reply.
 *
 * @param cursor number of the cursor that it opened; 0: none
 */
record ProfiledReply(Outcome outcome, int code, long rows, long affected, long bytes, long cursor) {

  static final ProfiledReply NONE = new ProfiledReply(Outcome.NONE, 0, 0, 0, 0, 0);
}
