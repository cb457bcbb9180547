package io.stallmark.mysql.replay;

import io.stallmark.mysql.replay.PreparedStatements.Prepared;
import io.stallmark.mysql.wire.PayloadReader;
import io.stallmark.mysql.wire.WireCommand;
import java.util.Arrays;

/**
 * Types of the values in executions of prepared statements. Some clients send them with the first
 * execution only. A connection that prepares the statement again needs them again.
 */
final class ExecutionTypes {

  /** Where the values of an execution begin: after command, number, flags, and iterations. */
  private static final int VALUES = 10;

  /** Where the flags of a bulk execution are, the bit that says it has types, and their place. */
  private static final int BULK_FLAGS = 5;

  private static final int BULK_TYPED = 0x80;
  private static final int BULK_VALUES = 7;

  private ExecutionTypes() {}

  /**
   * Whether an execution has values, and no types.
   *
   * @param attributes whether executions have attributes
   */
  static boolean areMissing(byte[] execution, Prepared prepared, boolean attributes) {
    int flag = flagAt(execution, prepared, attributes);
    return flag >= 0 && !isTyped(execution, flag);
  }

  /** Keeps the types of an execution that has them. */
  static void keep(byte[] execution, Prepared prepared, boolean attributes) {
    int flag = flagAt(execution, prepared, attributes);
    if (flag < 0 || !isTyped(execution, flag)) {
      return;
    }
    int start = start(execution, flag);
    PayloadReader fields = new PayloadReader(execution, start, execution.length);
    int count = attributes ? count(execution) : prepared.parameters();
    for (int i = 0; i < count; i++) {
      fields.skip(2);
      if (attributes) {
        fields.skip(fields.encoded()); // name
      }
    }
    byte[] known = prepared.types();
    if (!Arrays.equals(known, 0, known.length, execution, start, fields.position())) {
      prepared.setTypes(Arrays.copyOfRange(execution, start, fields.position()));
    }
  }

  /** Returns an execution that has none with types. */
  static byte[] added(byte[] execution, Prepared prepared, boolean attributes, byte[] types) {
    int flag = flagAt(execution, prepared, attributes);
    int start = start(execution, flag);
    byte[] typed = new byte[execution.length + types.length];
    System.arraycopy(execution, 0, typed, 0, start);
    typed[flag] |= (byte) (isBulk(execution) ? BULK_TYPED : 1);
    System.arraycopy(types, 0, typed, start, types.length);
    System.arraycopy(execution, start, typed, start + types.length, execution.length - start);
    return typed;
  }

  private static boolean isBulk(byte[] execution) {
    return (execution[0] & 0xff) == WireCommand.BULK_EXECUTE;
  }

  private static boolean isTyped(byte[] execution, int flag) {
    return isBulk(execution) ? (execution[flag] & BULK_TYPED) != 0 : execution[flag] != 0;
  }

  private static int start(byte[] execution, int flag) {
    return isBulk(execution) ? BULK_VALUES : flag + 1;
  }

  /** Where an execution says whether it has types; -1: it has no values. */
  private static int flagAt(byte[] execution, Prepared prepared, boolean attributes) {
    if (isBulk(execution)) {
      return prepared.parameters() > 0 && execution.length >= BULK_VALUES ? BULK_FLAGS : -1;
    }
    int nulls = VALUES;
    int count = prepared.parameters();
    if (attributes && execution.length > VALUES) {
      PayloadReader fields = new PayloadReader(execution, VALUES, execution.length);
      count = (int) fields.encoded();
      nulls = fields.position();
    }
    int flag = nulls + (count + 7) / 8;
    return count > 0 && flag > 0 && flag < execution.length ? flag : -1;
  }

  private static int count(byte[] execution) {
    return (int) new PayloadReader(execution, VALUES, execution.length).encoded();
  }
}
