package io.stallmark.mysql.sql;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Escapes in string literals: a backslash, and a quote that is doubled. */
final class SqlEscapes {

  private SqlEscapes() {}

  /** Returns the bytes that a literal stands for. */
  static byte[] decode(byte[] sql, int from, int to, int quote) {
    if (!hasEscapes(sql, from, to, quote)) {
      return Arrays.copyOfRange(sql, from, to);
    }
    ByteArrayOutputStream value = new ByteArrayOutputStream(to - from);
    for (int at = from; at < to; at++) {
      int c = sql[at];
      if (at + 1 < to && c == '\\') {
        at++;
        escaped(value, sql[at]);
      } else {
        value.write(c);
        at += c == quote ? 1 : 0;
      }
    }
    return value.toByteArray();
  }

  private static boolean hasEscapes(byte[] sql, int from, int to, int quote) {
    for (int at = from; at < to; at++) {
      if (sql[at] == '\\' || sql[at] == quote) {
        return true;
      }
    }
    return false;
  }

  private static void escaped(ByteArrayOutputStream value, int c) {
    switch (c) {
      case '0' -> value.write(0);
      case 'b' -> value.write('\b');
      case 'n' -> value.write('\n');
      case 'r' -> value.write('\r');
      case 't' -> value.write('\t');
      case 'Z' -> value.write(26);
      case '%', '_' -> {
        value.write('\\');
        value.write(c);
      }
      default -> value.write(c);
    }
  }
}
