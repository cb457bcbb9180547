package io.stallmark.mysql.replay;

import io.stallmark.mysql.wire.PayloadReader;
import java.util.Arrays;

/** Changes requests that have query attributes for a server that does not support them. */
final class RequestRewriter {

  /** Flag of an execution: the number of parameters is there. */
  private static final int HAS_COUNT = 8;

  /** Where the flags of an execution are, and where its parameters begin. */
  private static final int FLAGS = 5;

  private static final int PARAMETERS = 10;

  private RequestRewriter() {}

  /**
   * Returns an execution without its attributes: the number of the values, and their names.
   *
   * @param count number of the statement's parameters. The attributes are after these.
   */
  static byte[] withoutAttributes(byte[] execution, int count) {
    byte[] plain = execution.clone();
    plain[FLAGS] &= ~HAS_COUNT;
    if (execution.length <= PARAMETERS) {
      return plain;
    }
    PayloadReader fields = new PayloadReader(execution, PARAMETERS, execution.length);
    int values = (int) fields.encoded();
    if (count == 0 || values < count) {
      return Arrays.copyOf(plain, PARAMETERS);
    }
    int filled = PARAMETERS;
    int nulls = fields.position();
    System.arraycopy(execution, nulls, plain, filled, (count + 7) / 8);
    filled += (count + 7) / 8;
    fields.skip((values + 7) / 8);
    boolean typed = fields.fixed(1) != 0;
    plain[filled++] = (byte) (typed ? 1 : 0);
    for (int i = 0; typed && i < values; i++) {
      if (i < count) {
        System.arraycopy(execution, fields.position(), plain, filled, 2);
        filled += 2;
      }
      fields.skip(2);
      fields.skip(fields.encoded());
    }
    byte[] data = fields.rest();
    System.arraycopy(data, 0, plain, filled, data.length);
    return Arrays.copyOf(plain, filled + data.length);
  }
}
