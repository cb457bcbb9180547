package io.stallmark.mysql.recording;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** First lines of entries of a slow log: a time, or the user of a statement. */
final class SlowLogLine implements EntryReader.FirstLine {

  static final byte[] TIME = "# Time: ".getBytes(StandardCharsets.US_ASCII);
  static final byte[] USER = "# User@Host: ".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] NUMBERS = "# Query_time: ".getBytes(StandardCharsets.US_ASCII);

  @Override
  public byte[] follows() {
    return NUMBERS;
  }

  @Override
  public int text(byte[] bytes, int from, int to) {
    return startsWith(bytes, from, to, USER) || startsWith(bytes, from, to, TIME) ? to : -1;
  }

  /** Whether the line begins with this. */
  static boolean startsWith(byte[] bytes, int from, int to, byte[] prefix) {
    int end = from + prefix.length;
    return end <= to
        && bytes[from] == prefix[0]
        && Arrays.equals(bytes, from, end, prefix, 0, prefix.length);
  }

  /** Whether a line cannot follow the first line of the same entry: a time, or another user. */
  static boolean beginsAnother(byte[] bytes, int from, int to, int first) {
    return startsWith(bytes, from, to, TIME)
        || (startsWith(bytes, from, to, USER) && startsWith(bytes, first, from, USER));
  }

  /** Returns the time of an entry that is only a time; null if the entry is another. */
  static @Nullable LogTime time(EntryReader entry) {
    byte[] bytes = entry.bytes();
    if (!startsWith(bytes, entry.from(), entry.to(), TIME)) {
      return null;
    }
    int start = entry.from() + TIME.length;
    return isExact(entry)
        ? LogTime.iso(bytes, start, entry.to())
        : LogTime.seconds(bytes, start, entry.to());
  }

  /** Whether a time has microseconds. */
  static boolean isExact(EntryReader entry) {
    int hyphen = entry.from() + TIME.length + 4;
    return hyphen < entry.to() && entry.bytes()[hyphen] == '-';
  }
}
