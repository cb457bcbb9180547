package io.stallmark.mysql.replay;

import io.stallmark.mysql.sql.SqlWords;
import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.mysql.wire.WireCommand.ReplyKind;
import io.stallmark.trace.TraceRecord.Operation;

/** Commands that have no meaning, or a harmful one, on another server. */
final class UnsendableCommands {

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
      case WireCommand.QUERY -> ofText(body, attributes ? WireCommand.afterAttributes(body) : 1);
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
    int word = SqlWords.afterSpace(body, start);
    if (isAt(body, word, "kill")) {
      return "kill";
    }
    return isAt(body, word, "shutdown") || isAt(body, word, "restart") ? "shutdown" : "";
  }

  private static boolean isAt(byte[] body, int start, String word) {
    int end = start + word.length();
    return SqlWords.isAt(body, start, word)
        && (end == body.length || body[end] == ';' || SqlWords.isSpace(body[end]));
  }
}
