package io.stallmark.mysql.recording;

import io.stallmark.text.Text;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the entries of a log, as bytes. An entry has one or more lines, and ends before the first
 * line of the next one. Servers also log statements whose quotes are not closed, and strings can
 * contain what looks like a log: {@link Suspicion} tells them apart. For one thread.
 */
final class EntryReader implements Closeable {

  /** Recognises the first line of an entry. */
  @FunctionalInterface
  interface FirstLine {

    /**
     * Returns the index at which the entry's statement begins, or -1 if this line begins no entry.
     *
     * @param to index after the line, of its newline
     */
    int text(byte[] bytes, int from, int to);

    /** Notes that the last line recognised is the first one of an entry of this log. */
    default void accept() {}

    /** Whether the last line recognised is written in the same way as the entries of this log. */
    default boolean isAlike() {
      return true;
    }

    /** Beginning of one of the next three lines of each entry with a statement; empty: none. */
    default byte[] follows() {
      return new byte[0];
    }
  }

  private static final int BUFFER = 1 << 20;

  /** Bytes to have before an entry is read, so that few are copied. */
  private static final int AHEAD = 1 << 16;

  /** Longest packet that a server accepts, and thereby a statement. */
  private static final int LONGEST = 1 << 30;

  /** Lines after the first one of an entry that have its numbers. */
  private static final int HEAD = 3;

  private static final byte[] VERSION = ascii(", Version: ");
  private static final byte[] STARTED = ascii("started with:");

  private final Path file;
  private final FirstLine first;
  private final InputStream in;
  private byte[] bytes = new byte[BUFFER];
  private int limit;
  private boolean atEnd;
  private int next;
  private int from;
  private int text;
  private int to;
  private long line; // of the entry
  private long nextLine = 1;
  private boolean truncated;
  private String version = "";

  /**
   * Opens a log.
   *
   * @param kind what the file should be, for messages
   * @throws IOException if the file cannot be read or does not begin as such a log, with a message
   *     for the user
   */
  EntryReader(Path file, String kind, FirstLine first) throws IOException {
    this.file = file;
    this.first = first;
    try {
      in = Files.newInputStream(file);
    } catch (IOException e) {
      throw unreadable(e);
    }
    try {
      int end = lineEnd(0);
      if (end < 0 ? limit > 0 : !isFirst(0, end)) {
        throw new IOException(
            Text.format(
                "%s, line 1: this is not the beginning of a %s of MySQL or MariaDB", file, kind));
      }
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads the next entry. Returns false at the end of the file. */
  boolean next() throws IOException {
    int end;
    while (true) {
      if (limit - next < AHEAD && !atEnd) {
        System.arraycopy(bytes, next, bytes, 0, limit - next);
        limit -= next;
        next = 0;
        fill();
      }
      end = lineEnd(next);
      if (end < 0) {
        truncated |= next < limit;
        return false;
      }
      text = first.text(bytes, next, end);
      if (text >= 0) {
        break;
      }
      readVersion(next, end);
      next = end + 1;
      nextLine++;
    }
    line = nextLine;
    first.accept();
    from = next;
    return readLines(end);
  }

  /** Reads the lines of an entry after the first one. */
  private boolean readLines(int firstEnd) throws IOException {
    int state = SqlQuotes.after(bytes, text, firstEnd, SqlQuotes.NONE);
    Suspicion suspicion = new Suspicion();
    int end = firstEnd;
    while (true) {
      int begin = end + 1;
      int lineEnd = lineEnd(begin);
      boolean isFirst = lineEnd >= 0 && isFirst(begin, lineEnd);
      if (lineEnd < 0 || (isFirst && state == SqlQuotes.NONE && isEnd(firstEnd, end, lineEnd))) {
        if (suspicion.holds(state)) {
          return ends(suspicion.line() - 1);
        } else if (isFirst || (state == SqlQuotes.NONE && isWhole(begin))) {
          return ends(end);
        }
        truncated = true;
        next = limit;
        return false;
      }
      int statement = isFirst ? first.text(bytes, begin, lineEnd) : -1;
      if (statement >= 0 && first.isAlike() && hasNumbers(begin, lineEnd)) {
        if (suspicion.of(begin, bytes, statement, lineEnd, state) || first.follows().length > 0) {
          return ends(suspicion.line() - 1);
        }
      } else {
        suspicion.line(bytes, begin, lineEnd);
      }
      state = SqlQuotes.after(bytes, begin, lineEnd, state);
      end = lineEnd;
    }
  }

  /**
   * Whether an entry ends before a line that looks like the first one of the next. A statement can
   * have such a line as a comment.
   *
   * @param end of the line before it
   */
  private boolean isEnd(int firstEnd, int end, int lineEnd) throws IOException {
    return first.follows().length == 0
        || end == firstEnd
        || bytes[end - 1] == ';'
        || isPreamble(end + 1, lineEnd)
        || hasNumbers(end + 1, lineEnd);
  }

  /** Whether an entry that ends before the file's last line, which has no newline, is whole. */
  private boolean isWhole(int begin) {
    return begin == limit || first.text(bytes, begin, limit) >= 0;
  }

  /** Whether the lines after the first one of an entry are those of an entry. */
  private boolean hasNumbers(int from, int firstEnd) throws IOException {
    byte[] prefix = first.follows();
    boolean found = prefix.length == 0;
    int end = firstEnd;
    for (int i = 0; i < HEAD && !found; i++) {
      int begin = end + 1;
      end = lineEnd(begin);
      if (end < 0 || bytes[begin] != '#' || SlowLogLine.beginsAnother(bytes, begin, end, from)) {
        return false;
      }
      found = SlowLogLine.startsWith(bytes, begin, end, prefix);
    }
    return found;
  }

  private boolean ends(int newline) {
    for (int i = from; i <= newline; i++) {
      nextLine += bytes[i] == '\n' ? 1 : 0;
    }
    to = newline;
    next = newline + 1;
    return true;
  }

  private boolean isFirst(int begin, int end) {
    return first.text(bytes, begin, end) >= 0 || isPreamble(begin, end);
  }

  /** Whether this line is the first one that a server writes when it opens a log. */
  private boolean isPreamble(int begin, int end) {
    int started = end - STARTED.length;
    return started > begin
        && bytes[end - 1] == ':'
        && Arrays.equals(bytes, started, end, STARTED, 0, STARTED.length)
        && versionIn(begin, end) > 0;
  }

  private int versionIn(int begin, int end) {
    for (int i = begin; i < end - VERSION.length; i++) {
      if (Arrays.equals(bytes, i, i + VERSION.length, VERSION, 0, VERSION.length)) {
        return i + VERSION.length;
      }
    }
    return -1;
  }

  private void readVersion(int begin, int end) {
    if (isPreamble(begin, end)) {
      int start = versionIn(begin, end);
      int stop = start;
      while (bytes[stop] > ' ') {
        stop++;
      }
      version = new String(bytes, start, stop - start, StandardCharsets.ISO_8859_1);
    }
  }

  /** Returns the index of the next newline, or -1 if there is none. */
  private int lineEnd(int begin) throws IOException {
    int i = begin;
    while (true) {
      for (; i < limit; i++) {
        if (bytes[i] == '\n') {
          return i;
        }
      }
      if (!fill()) {
        return -1;
      }
    }
  }

  private boolean fill() throws IOException {
    if (limit == bytes.length) {
      if (limit >= LONGEST) {
        throw new IOException(file + ": an entry is longer than 1 GiB");
      }
      bytes = Arrays.copyOf(bytes, 2 * limit);
    }
    int read;
    try {
      read = in.read(bytes, limit, bytes.length - limit);
    } catch (IOException e) {
      throw unreadable(e);
    }
    atEnd = read < 0;
    limit += Math.max(0, read);
    return !atEnd;
  }

  private IOException unreadable(IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (e instanceof NoSuchFileException) {
      reason = "it does not exist";
    } else if (e instanceof FileSystemException named && named.getReason() != null) {
      reason = String.valueOf(named.getReason());
    }
    return new IOException(file + " cannot be read: " + reason, e);
  }

  /** Holds the entry. Valid until the next call of {@link #next}. */
  byte[] bytes() {
    return bytes;
  }

  /** Index of the entry's first byte. */
  int from() {
    return from;
  }

  /** Index of the first byte of the entry's statement. */
  int text() {
    return text;
  }

  /** Index after the entry, without its last newline. */
  int to() {
    return to;
  }

  /** Number of the entry's first line in the file, from 1. */
  long line() {
    return line;
  }

  /** Whether no entry follows this one. */
  boolean isLast() throws IOException {
    return lineEnd(next) < 0;
  }

  /** Whether the last entry of the file is not whole. Known at the end. */
  boolean truncated() {
    return truncated;
  }

  /** The version of the server, if a line before this entry has it; otherwise empty. */
  String version() {
    return version;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
