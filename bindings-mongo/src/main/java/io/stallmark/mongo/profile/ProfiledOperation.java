package io.stallmark.mongo.profile;

/**
 * Operation of an entry. Times are nanoseconds since the start of the recording.
 *
 * @param client what is known of the connection
 * @param body message of OP_MSG without its header; empty: it is missing
 * @param gap why it is missing; empty: it is not
 * @param cursor number of the cursor that it continues; 0: none
 */
record ProfiledOperation(
    String client,
    long start,
    long end,
    byte[] body,
    String gap,
    long cursor,
    ProfiledReply reply) {}
