package io.stallmark.mysql.recording;

import io.stallmark.mysql.wire.WireCommand;
import io.stallmark.spi.wire.SessionRecorder.Summary;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceSink;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Statement of a slow log.
 *
 * @param thread number of the connection
 * @param schema of the session when the statement ended; null: that of the entry before
 * @param latency nanoseconds
 * @param affected changed rows; -1: the log does not have them
 * @param administrator name of a command that is no statement; empty: a statement
 * @param request byte of the command, and the statement
 */
record SlowLogEntry(
    long thread,
    String user,
    @Nullable String schema,
    long latency,
    int errorCode,
    long rows,
    long affected,
    String administrator,
    byte[] request) {

  private static final byte[] ADMINISTRATOR = ascii("# administrator command: ");
  private static final byte[] USE = ascii("use ");
  private static final byte[] SET = ascii("SET ");
  private static final byte INIT_DB = 2;
  private static final double NANOS = 1e9;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads an entry; null: it is not whole, or its numbers are none. */
  static @Nullable SlowLogEntry of(EntryReader entry) {
    try {
      return read(entry);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Whether an entry has its numbers, but not that of its connection. */
  static boolean isNameless(EntryReader entry) {
    String all = text(entry.bytes(), entry.from(), entry.to());
    return all.contains("Query_time: ") && !all.contains("Id: ") && !all.contains("Thread_id: ");
  }

  private static @Nullable SlowLogEntry read(EntryReader entry) {
    byte[] bytes = entry.bytes();
    int to = entry.to();
    int line = entry.text();
    if (to == line || bytes[to - 1] != ';') {
      return null;
    }
    line = after(bytes, line, to);
    while (line < to
        && bytes[line] == '#'
        && !SlowLogLine.startsWith(bytes, line, to, ADMINISTRATOR)) {
      line = after(bytes, line, to);
    }
    String head = text(bytes, entry.from(), line);
    String used = null;
    if (SlowLogLine.startsWith(bytes, line, to, USE)) {
      int end = after(bytes, line, to);
      used = unquoted(text(bytes, line + USE.length, end - 2));
      line = end;
    }
    if (SlowLogLine.startsWith(bytes, line, to, SET)) {
      line = after(bytes, line, to);
    }
    int fields = head.indexOf('\n') + 1;
    String seconds = field(head, "Query_time: ", fields);
    String thread =
        field(head, head.indexOf("Thread_id: ", fields) < 0 ? "Id: " : "Thread_id: ", 0);
    if (line >= to || seconds.isEmpty() || thread.isEmpty()) {
      return null;
    }
    boolean command = SlowLogLine.startsWith(bytes, line, to, ADMINISTRATOR);
    byte[] request = new byte[to - line];
    System.arraycopy(bytes, line, request, 1, to - line - 1);
    String schema = head.indexOf("  Schema: ", fields) < 0 ? used : field(head, "Schema: ", fields);
    return new SlowLogEntry(
        Long.parseLong(thread),
        head.substring(
            SlowLogLine.USER.length, Math.max(SlowLogLine.USER.length, head.indexOf('['))),
        schema,
        Math.round(Double.parseDouble(seconds) * NANOS),
        (int) number(head, "Errno: ", fields, 0),
        number(head, "Rows_sent: ", fields, 0),
        number(head, "Rows_affected: ", fields, -1),
        command ? text(bytes, line + ADMINISTRATOR.length, to - 1) : "",
        request);
  }

  private static int after(byte[] bytes, int line, int to) {
    int i = line;
    while (i < to && bytes[i] != '\n') {
      i++;
    }
    return Math.min(i + 1, to);
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, Math.max(0, to - from), StandardCharsets.UTF_8);
  }

  private static String unquoted(String name) {
    boolean quoted = name.length() > 1 && name.charAt(0) == '`';
    return quoted ? name.substring(1, name.length() - 1).replace("``", "`") : name;
  }

  /** Returns the text after a name, up to a space or the end of the line; empty: none. */
  private static String field(String head, String name, int from) {
    int found = head.indexOf(name, from);
    int start = found + name.length();
    if (found >= 0 && name.equals("Id: ")) {
      while (start < head.length() && head.charAt(start) == ' ') {
        start++;
      }
    }
    int end = start;
    while (found >= 0 && end < head.length() && head.charAt(end) > ' ') {
      end++;
    }
    return found < 0 ? "" : head.substring(start, end);
  }

  private static long number(String head, String name, int from, long none) {
    String text = field(head, name, from);
    return text.isEmpty() ? none : Long.parseLong(text);
  }

  /**
   * Converts the entry.
   *
   * @param end when the statement ended
   * @param inherited the schema if the entry has none
   * @param replies whether the log has replies
   */
  void convert(
      long end, String inherited, boolean replies, LoggedSessions sessions, TraceSink sink) {
    String indirect = IndirectStatements.word(request);
    String now = schema == null ? inherited : schema;
    if (administrator.equals("Quit")) {
      sessions.end(thread, end);
      return;
    }
    Outcome outcome = errorCode != 0 ? Outcome.ERROR : rows > 0 ? Outcome.ROWS : Outcome.OK;
    Summary reply = replies ? new Summary(outcome, errorCode, rows, affected, 0, 0) : Summary.NONE;
    long start = end - latency;
    if (!sessions.isOpen(thread)) {
      sessions.begin(thread, start, user, now);
    }
    if (sessions.changesSchema(thread, now)) {
      byte[] change = ("?" + now).getBytes(StandardCharsets.UTF_8);
      change[0] = INIT_DB;
      Outcome chosen = replies ? Outcome.OK : Outcome.NONE;
      sessions.operation(thread, start, change, start, 0, new Summary(chosen, 0, 0, 0, 0, 0));
    }
    if (administrator.equals("Change user")) {
      request[0] = WireCommand.CHANGE_USER;
      sessions.operation(thread, start, request, end, latency, reply);
    } else if (!administrator.isEmpty()) {
      sink.omitted(administrator.toLowerCase(Locale.ROOT));
    } else if (!indirect.isEmpty()) {
      sink.omitted(indirect);
    } else {
      request[0] = WireCommand.QUERY;
      sessions.operation(thread, start, request, end, latency, reply);
    }
  }
}
