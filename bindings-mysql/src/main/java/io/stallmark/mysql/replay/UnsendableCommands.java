package io.stallmark.mysql.replay;

import io.stallmark.mysql.wire.OperationDescriber;
import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.mysql.wire.WireCommand.ReplyKind;
import io.stallmark.trace.TraceRecord.Operation;
import java.nio.charset.StandardCharsets;

/** Commands that have no meaning, or a harmful one, on another server. */
final class UnsendableCommands {

  private static final byte[] KILL = "kill".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SHUTDOWN = "shutdown".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] RESTART = "restart".getBytes(StandardCharsets.US_ASCII);

  private UnsendableCommands() {}

  /**
   * Returns the reason for which the command cannot be sent; empty: it can be.
   *
   * @param attributes whether queries have attributes
   */
  static String reason(Operation operation, boolean attributes) {
    int command = operation.command();
    byte[] body = operation.body();
    return switch (command) {
      case WireCommand.QUERY ->
          ofText(body, attributes ? OperationDescriber.afterAttributes(body) : 1);
      case WireCommand.PREPARE -> ofText(body, 1);
      case WireCommand.KILL -> "kill";
      case WireCommand.SHUTDOWN -> "shutdown";
      case WireCommand.REGISTER_REPLICA -> "replication";
      default -> {
        ReplyKind kind = WireCommand.reply(command);
        yield kind == ReplyKind.EVENTS ? "replication" : kind == ReplyKind.LOGIN ? "login" : "";
      }
    };
  }

  private static String ofText(byte[] body, int start) {
    int word = start;
    while (word < body.length && body[word] <= ' ' && body[word] >= 0) {
      word++;
    }
    if (isAt(body, word, KILL)) {
      return "kill";
    }
    return isAt(body, word, SHUTDOWN) || isAt(body, word, RESTART) ? "shutdown" : "";
  }

  private static boolean isAt(byte[] body, int start, byte[] word) {
    if (body.length - start < word.length) {
      return false;
    }
    for (int i = 0; i < word.length; i++) {
      if ((body[start + i] | 0x20) != word[i]) {
        return false;
      }
    }
    int end = start + word.length;
    return end == body.length || body[end] == ';' || (body[end] <= ' ' && body[end] >= 0);
  }
}
