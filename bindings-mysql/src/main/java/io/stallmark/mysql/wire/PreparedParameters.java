package io.stallmark.mysql.wire;

import io.stallmark.mysql.sql.TextMask;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a statement, whose values in the binary format are replaced in place, or only read.
 */
final class PreparedParameters {

  private static final int NUMBER_SENT = 0x08; // flag of an execution
  private static final int TYPES_SENT = 0x80; // flag of a bulk execution
  private static final int FLAGS_AT = 5;
  private static final int EXECUTION = 10;
  private static final int MOST = 0xffff;

  private final @Nullable TextMask mask;
  private final int number;
  private final Set<Integer> sentLong = new HashSet<>();
  private int[] types = {};

  /**
   * Creates the parameters.
   *
   * @param mask null: values are not replaced
   * @param number how many the text has
   */
  PreparedParameters(@Nullable TextMask mask, int number) {
    this.mask = mask;
    this.number = number;
  }

  /** Accepts that the next execution does not have this parameter's value. */
  void sentLong(int parameter) {
    sentLong.add(parameter);
  }

  /** Forgets which values were sent before the execution. */
  void reset() {
    sentLong.clear();
  }

  /**
   * Replaces the values of an execution.
   *
   * @param named whether the client names parameters, for attributes
   * @return false: it cannot be read
   */
  boolean execution(byte[] body, boolean named) {
    PayloadReader fields = new PayloadReader(body, EXECUTION, body.length);
    boolean counted = named && (body[FLAGS_AT] & NUMBER_SENT) != 0;
    long count = counted ? fields.encoded() : number;
    if (count < number || count > MOST) {
      return false;
    }
    boolean read = count == 0 || values(body, fields, (int) count, counted);
    sentLong.clear();
    return read && !fields.truncated() && fields.position() == body.length;
  }

  private boolean values(byte[] body, PayloadReader fields, int count, boolean named) {
    byte[] nulls = new byte[(count + 7) / 8];
    fields.copy(nulls, 0, nulls.length);
    long bound = fields.fixed(1);
    if (bound > 1 || fields.truncated()) {
      return false;
    }
    if (bound == 1) {
      types = fields.types(count, named);
    }
    if (types.length != count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      boolean absent = (nulls[i / 8] & 1 << i % 8) != 0 || sentLong.contains(i);
      if (!absent && !value(types[i], fields, body)) {
        return false;
      }
    }
    return true;
  }

  /** Replaces the values of MariaDB's bulk execution. Returns false if it cannot be read. */
  boolean bulk(byte[] body) {
    PayloadReader fields = new PayloadReader(body, FLAGS_AT, body.length);
    if ((fields.fixed(2) & TYPES_SENT) != 0) {
      types = fields.types(number, false);
    }
    if (types.length != number || number == 0) {
      return false;
    }
    while (!fields.truncated() && fields.position() < body.length) {
      for (int type : types) {
        long indicator = fields.fixed(1); // 0: a value follows
        if (indicator > 3 || (indicator == 0 && !value(type, fields, body))) {
          return false;
        }
      }
    }
    return !fields.truncated();
  }

  /**
   * Replaces the values of a query's attributes.
   *
   * @return index after them; the message's length: they cannot be read; 1: there are none
   */
  static int attributes(@Nullable TextMask mask, byte[] message) {
    PayloadReader fields = new PayloadReader(message, 1, message.length);
    long count = fields.encoded();
    fields.skip(1); // number of sets: 1
    if (count < 0 || count > MOST) {
      return 1;
    }
    PreparedParameters parameters = new PreparedParameters(mask, 0);
    boolean read = count == 0 || parameters.values(message, fields, (int) count, true);
    return read && !fields.truncated() ? fields.position() : message.length;
  }

  /** Replaces a value and skips it. Returns false if it is not complete or of an unknown type. */
  private boolean value(int type, PayloadReader fields, byte[] message) {
    switch (type) {
      case 0x06 -> {} // NULL
      case 0x01 -> fields.skip(1); // TINY
      case 0x02, 0x0d -> fields.skip(2); // SHORT, YEAR
      case 0x03, 0x04, 0x09 -> fields.skip(4); // LONG, FLOAT, INT24
      case 0x05, 0x08 -> fields.skip(8); // DOUBLE, LONGLONG
      case 0x07, 0x0a, 0x0b, 0x0c -> time(fields); // TIMESTAMP, DATE, TIME, DATETIME
      case 0x00, 0xf6 -> text(fields, message, true); // DECIMAL
      case 0x0f, 0x10, 0xf2, 0xf5, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff ->
          text(fields, message, false);
      default -> {
        return false;
      }
    }
    return !fields.truncated();
  }

  private static void time(PayloadReader fields) {
    long length = fields.fixed(1);
    fields.skip(length <= 12 ? length : Long.MAX_VALUE); // the longest has 12 bytes
  }

  private void text(PayloadReader fields, byte[] message, boolean decimal) {
    long length = fields.encoded();
    int from = fields.position();
    fields.skip(length);
    if (mask == null) {
      return;
    } else if (decimal) {
      mask.number(message, from, fields.position());
    } else {
      mask.text(message, from, fields.position());
    }
  }
}
