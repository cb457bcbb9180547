package io.stallmark.mysql.recording;

import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.spi.wire.SessionRecorder.Summary;
import io.stallmark.trace.TraceSink;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Entry of a general log.
 *
 * @param thread number of the connection
 * @param command as the server calls it, such as {@code Query}
 * @param request byte for the command, not set, and the bytes of the argument
 */
record GeneralLogEntry(long thread, String command, byte[] request) {

  private static final byte INIT_DB = 2;

  /** Schema of sessions that were open before the log. Most had one, and it is not logged. */
  private static final String UNKNOWN = "unknown";

  /** Copies the entry whose first line was read. */
  static GeneralLogEntry of(GeneralLogLine line, EntryReader entry) {
    int length = entry.to() - entry.text();
    byte[] request = new byte[1 + length];
    System.arraycopy(entry.bytes(), entry.text(), request, 1, length);
    return new GeneralLogEntry(line.thread(), line.command(entry.bytes()), request);
  }

  /** Converts the entry. */
  void convert(long time, LoggedSessions sessions, TraceSink sink) {
    if (thread == 0) {
      sink.omitted("internal");
      return;
    }
    switch (command) {
      case "Connect" -> connect(time, sessions);
      case "Quit" -> sessions.end(thread, time);
      case "Query" -> {
        String indirect = IndirectStatements.word(request);
        if (indirect.isEmpty()) {
          operation(WireCommand.QUERY, time, sessions);
        } else {
          sink.omitted(indirect);
        }
      }
      case "Execute" -> operation(WireCommand.QUERY, time, sessions);
      case "Init DB" -> operation(INIT_DB, time, sessions);
      case "Change user" -> operation(WireCommand.CHANGE_USER, time, sessions);
      case "Reset Connection", "Reset connection" ->
          operation(WireCommand.RESET_CONNECTION, time, sessions);
      default -> sink.omitted(command.toLowerCase(Locale.ROOT));
    }
  }

  private void operation(int wireCommand, long time, LoggedSessions sessions) {
    if (!sessions.isOpen(thread)) {
      sessions.begin(thread, time, "", UNKNOWN);
    }
    request[0] = (byte) wireCommand;
    sessions.operation(thread, time, request, time, 0, Summary.NONE);
  }

  private void connect(long time, LoggedSessions sessions) {
    String login = new String(request, 1, request.length - 1, StandardCharsets.UTF_8);
    if (login.startsWith("Access denied")) {
      sessions.end(thread, time);
      return;
    }
    int on = login.indexOf(" on ", Math.max(0, login.lastIndexOf('@')));
    int using = login.lastIndexOf(" using ");
    String account = on < 0 ? login : login.substring(0, on);
    int at = account.lastIndexOf('@');
    String schema =
        on < 0 ? "" : login.substring(on + 4, using >= on + 4 ? using : login.length()).strip();
    sessions.begin(thread, time, at < 0 ? account : account.substring(0, at), schema);
  }
}
