package io.stallmark.mysql.recording;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Time in a log.
 *
 * @param nanos nanoseconds since 1970
 * @param end index after the text
 */
record LogTime(long nanos, int end) {

  static final long SECOND = 1_000_000_000;

  private static final int ISO = "2026-11-23T09:14:19.112053".length();
  private static final int SHORT = "261123  9:14:19".length();
  private static final int CENTURY = 2000;

  /** Reads MySQL's time: microseconds and the offset from UTC. Returns null if it is none. */
  static @Nullable LogTime iso(byte[] bytes, int from, int to) {
    if (to - from <= ISO
        || bytes[from + 7] != '-'
        || bytes[from + 10] != 'T'
        || bytes[from + 19] != '.') {
      return null;
    }
    int date = number(bytes, from, 4) * 10_000;
    date += number(bytes, from + 5, 2) * 100 + number(bytes, from + 8, 2);
    long nanos = nanos(date, bytes, from + 11);
    int micros = number(bytes, from + 20, 6);
    int end = from + ISO;
    byte zone = bytes[end];
    if (nanos < 0 || micros < 0) {
      return null;
    } else if (zone == 'Z') {
      return new LogTime(nanos + micros * 1000L, end + 1);
    } else if ((zone != '+' && zone != '-') || to - end < 6) {
      return null;
    }
    long offset = number(bytes, end + 1, 2) * 3600L + number(bytes, end + 4, 2) * 60L;
    if (offset < 0) {
      return null;
    }
    long east = zone == '+' ? offset : -offset;
    return new LogTime(nanos + micros * 1000L - east * SECOND, end + 6);
  }

  /** Reads MariaDB's time: local time in seconds. Returns null if it is none. */
  static @Nullable LogTime seconds(byte[] bytes, int from, int to) {
    if (to - from < SHORT || bytes[from + 6] != ' ') {
      return null;
    }
    int date = number(bytes, from, 6);
    long nanos = date < 0 ? -1 : nanos(CENTURY * 10_000 + date, bytes, from + 7);
    return nanos < 0 ? null : new LogTime(nanos, from + SHORT);
  }

  /** Returns the nanoseconds of a date, as a number of eight digits, and HH:MM:SS; -1: none. */
  private static long nanos(int date, byte[] bytes, int clock) {
    int hour = bytes[clock] == ' ' ? number(bytes, clock + 1, 1) : number(bytes, clock, 2);
    int minute = number(bytes, clock + 3, 2);
    int second = number(bytes, clock + 6, 2);
    if (hour < 0 || minute < 0 || second < 0 || bytes[clock + 2] != ':') {
      return -1;
    }
    try {
      long day = LocalDate.of(date / 10_000, date / 100 % 100, date % 100).toEpochDay();
      return (((day * 24 + hour) * 60 + minute) * 60 + second) * SECOND;
    } catch (DateTimeException e) {
      return -1;
    }
  }

  /** Returns the number of that many digits, or a negative one if a byte is none. */
  private static int number(byte[] bytes, int from, int digits) {
    int number = 0;
    for (int i = from; i < from + digits; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return Integer.MIN_VALUE / 100_000;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
