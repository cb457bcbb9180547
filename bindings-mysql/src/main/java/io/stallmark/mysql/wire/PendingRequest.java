package io.stallmark.mysql.wire;

import io.stallmark.mysql.wire.WireCommand.ReplyKind;

/**
 * Request that the server has not answered yet.
 *
 * @param number number of the operation in its session; 0: it is not recorded
 * @param time when its first byte was read
 * @param replySequence sequence number of the reply's first frame
 */
public record PendingRequest(long number, long time, int command, int replySequence) {

  /** Returns what the server sends in reply. */
  public ReplyKind reply() {
    return WireCommand.reply(command);
  }

  /** Whether the operation has a number in its session. */
  public boolean isRecorded() {
    return number > 0;
  }
}
