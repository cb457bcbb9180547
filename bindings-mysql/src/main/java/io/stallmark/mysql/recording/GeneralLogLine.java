package io.stallmark.mysql.recording;

import java.nio.charset.StandardCharsets;

/**
 * First line of an entry of a general log: time, number of the connection, command and argument.
 * Each version of a server pads the number to its own width. MySQL writes the time in microseconds
 * with its offset from UTC. MariaDB writes local time in seconds, and only if it has changed. For
 * one thread.
 */
final class GeneralLogLine implements EntryReader.FirstLine {

  /** Value of {@link #time} if the line has no time. */
  static final long NO_TIME = Long.MIN_VALUE;

  private long time;
  private boolean exact;
  private long thread;
  private int command;
  private int commandEnd;
  private int position;

  private boolean separated; // whether a tab is between time and number
  private int width; // of the number with the spaces before it; 0: there are none

  /** Of the entries of the log so far. */
  private boolean logExact;

  private boolean logSeparated;
  private int logWidth;

  /** Nanoseconds since 1970 in UTC, or in the server's zone if {@link #exact} is false. */
  long time() {
    return time;
  }

  /** Whether the time has microseconds. */
  boolean exact() {
    return exact;
  }

  /** Number of the connection. */
  long thread() {
    return thread;
  }

  /** Returns the command as the server calls it, such as {@code Query}. */
  String command(byte[] bytes) {
    return new String(bytes, command, commandEnd - command, StandardCharsets.ISO_8859_1);
  }

  @Override
  public int text(byte[] bytes, int from, int to) {
    position = from;
    if (to - from < 8 || !readTime(bytes, to)) {
      return -1;
    }
    int padded = position;
    while (position < to && bytes[position] == ' ') {
      position++;
    }
    int digits = position;
    thread = 0;
    while (position < to && isDigit(bytes[position])) {
      thread = thread * 10 + bytes[position++] - '0';
    }
    if (position == digits || position == to || bytes[position] != ' ') {
      return -1;
    }
    width = digits == padded ? 0 : position - padded;
    command = ++position;
    while (position < to && (isLetter(bytes[position]) || bytes[position] == ' ')) {
      position++;
    }
    commandEnd = position;
    return commandEnd > command && position < to && bytes[position] == '\t' ? position + 1 : -1;
  }

  /** Reads the time and the tab after it. */
  private boolean readTime(byte[] bytes, int to) {
    int from = position;
    if (bytes[from] == '\t' && bytes[from + 1] == '\t') {
      time = NO_TIME;
      separated = true;
      position = from + 2;
      return true;
    } else if (!isDigit(bytes[from])) {
      return false;
    }
    LogTime read =
        bytes[from + 4] == '-' ? LogTime.iso(bytes, from, to) : LogTime.seconds(bytes, from, to);
    if (read == null || read.end() >= to) {
      return false;
    }
    time = read.nanos();
    exact = bytes[from + 4] == '-';
    separated = bytes[read.end()] == '\t'; // the first versions of MySQL 5.7 wrote none
    position = separated ? read.end() + 1 : read.end();
    return separated || exact;
  }

  @Override
  public void accept() {
    logExact = exact && time != NO_TIME;
    logSeparated = separated;
    logWidth = width == 0 ? logWidth : width;
  }

  @Override
  public boolean isAlike() {
    return logExact == (exact && time != NO_TIME)
        && logSeparated == separated
        && (width == 0 || logWidth == 0 || width == logWidth);
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(byte c) {
    int lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z') || c == '_';
  }
}
