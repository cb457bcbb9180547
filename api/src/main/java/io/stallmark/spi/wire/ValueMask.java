package io.stallmark.spi.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.SplittableRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Replaces values by others of the same length that depend on the value and a secret salt. Equal
 * values have equal replacements. Different short values can have equal replacements too. Used by
 * one thread.
 */
public final class ValueMask {

  /** Least size of a salt, bytes. */
  public static final int LEAST_SALT = 16;

  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] LETTERS = ascii("0123456789abcdefghijklmnopqrstuvwxyz");
  private static final byte[] DIGITS = ascii("0123456789");
  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final int CONTINUATIONS = 64;

  private final Mac mac;

  /** Creates a mask with a salt of at least {@link #LEAST_SALT} bytes. */
  public ValueMask(byte[] salt) {
    if (salt.length < LEAST_SALT) {
      throw new IllegalArgumentException("A salt has at least " + LEAST_SALT + " bytes");
    }
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(salt, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has " + ALGORITHM, e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the replacement of a text. */
  public String text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    text(bytes, 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Replaces the bytes of a text by lower-case letters and digits. A character of several bytes in
   * UTF-8 becomes another of as many bytes.
   */
  public void text(byte[] bytes, int from, int to) {
    SplittableRandom random = random(bytes, from, to);
    int at = from;
    while (at < to) {
      int length = characterLength(bytes, at, to);
      switch (length) {
        case 2 -> bytes[at] = (byte) 0xc3;
        case 3 -> {
          bytes[at] = (byte) 0xe4;
          bytes[at + 1] = (byte) (0xb8 + random.nextInt(8));
        }
        case 4 -> {
          bytes[at] = (byte) 0xf0;
          bytes[at + 1] = (byte) 0x9f;
          bytes[at + 2] = (byte) 0x98;
        }
        default -> bytes[at] = LETTERS[random.nextInt(LETTERS.length)];
      }
      if (length > 1) {
        bytes[at + length - 1] = (byte) (0x80 + random.nextInt(CONTINUATIONS));
      }
      at += length;
    }
  }

  /** Replaces the digits of a number. The first digit of several does not become 0. */
  public void digits(byte[] bytes, int from, int to) {
    SplittableRandom random = random(bytes, from, to);
    boolean first = true;
    for (int at = from; at < to; at++) {
      if (bytes[at] >= '0' && bytes[at] <= '9') {
        boolean leads = first && bytes[at] != '0';
        bytes[at] = DIGITS[leads ? 1 + random.nextInt(9) : random.nextInt(10)];
        first = false;
      }
    }
  }

  /** Replaces digits of hexadecimal numbers. Their case does not matter. */
  public void hex(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      bytes[at] = (byte) Character.toLowerCase(bytes[at]);
    }
    replace(bytes, from, to, HEX, HEX.length);
  }

  /** Replaces binary digits. */
  public void bits(byte[] bytes, int from, int to) {
    replace(bytes, from, to, DIGITS, 2);
  }

  private void replace(byte[] bytes, int from, int to, byte[] alphabet, int size) {
    SplittableRandom random = random(bytes, from, to);
    for (int at = from; at < to; at++) {
      bytes[at] = alphabet[random.nextInt(size)];
    }
  }

  private SplittableRandom random(byte[] bytes, int from, int to) {
    mac.update(bytes, from, to - from);
    byte[] hash = mac.doFinal();
    long seed = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      seed = seed << Byte.SIZE | (hash[i] & 0xff);
    }
    return new SplittableRandom(seed);
  }

  /** Number of bytes of the character in UTF-8; 1: it is ASCII, or this is no UTF-8. */
  private static int characterLength(byte[] bytes, int at, int to) {
    int first = bytes[at] & 0xff;
    int length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
    for (int i = 1; i < length; i++) {
      if (at + i >= to || (bytes[at + i] & 0xc0) != 0x80) {
        return 1;
      }
    }
    return length;
  }
}
