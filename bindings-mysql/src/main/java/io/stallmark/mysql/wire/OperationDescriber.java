package io.stallmark.mysql.wire;

import io.stallmark.mysql.sql.SqlFingerprint;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.trace.TraceRecord.Operation;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Describes commands for reports, each from its own bytes. */
public final class OperationDescriber {

  private static final int CREATE_SCHEMA = 0x05;
  private static final int DROP_SCHEMA = 0x06;

  private static final int MOST_ATTRIBUTES = 0xffff;

  private OperationDescriber() {}

  static OperationText describe(Operation operation) {
    int command = operation.command();
    byte[] body = operation.body();
    String name = WireCommand.name(command);
    if (command == WireCommand.QUERY || command == WireCommand.PREPARE) {
      int start = command == WireCommand.QUERY ? afterAttributes(body) : 1;
      int from = Math.min(start, body.length);
      SqlFingerprint sql =
          new SqlFingerprint(new String(body, from, body.length - from, StandardCharsets.UTF_8));
      return new OperationText(name, sql.text(), sql.write(), sql.control(), sql.tables());
    }
    boolean write =
        command == CREATE_SCHEMA || command == DROP_SCHEMA || command == WireCommand.FILE;
    return new OperationText(name, name, write, WireCommand.isControl(command), Set.of());
  }

  /**
   * Index of the text of a query. Sessions with CLIENT_QUERY_ATTRIBUTES have the number of
   * attributes, a byte 1, and the attributes before the text. No text has a byte 1 at that place.
   */
  public static int afterAttributes(byte[] body) {
    if (body.length < 3 || body[2] != 1) {
      return 1;
    }
    PayloadReader fields = new PayloadReader(body, 1, body.length);
    int count = (int) fields.encoded();
    fields.skip(1);
    if (count < 0 || count > MOST_ATTRIBUTES) {
      return 1;
    } else if (count == 0) {
      return fields.position();
    }
    byte[] nulls = new byte[(count + 7) / 8];
    for (int i = 0; i < nulls.length; i++) {
      nulls[i] = (byte) fields.fixed(1);
    }
    fields.skip(1); // types follow
    int[] types = new int[count];
    for (int i = 0; i < count; i++) {
      types[i] = (int) fields.fixed(1);
      fields.skip(1); // whether it is unsigned
      fields.skip(fields.encoded());
    }
    for (int i = 0; i < count; i++) {
      if ((nulls[i / 8] & 1 << i % 8) == 0) {
        fields.skip(size(types[i], fields));
      }
    }
    return fields.position();
  }

  /** Size of a value in the binary format, after its length if it has one. */
  private static long size(int type, PayloadReader fields) {
    return switch (type) {
      case 0x06 -> 0; // NULL
      case 0x01 -> 1; // TINY
      case 0x02, 0x0d -> 2; // SHORT, YEAR
      case 0x03, 0x04, 0x09 -> 4; // LONG, FLOAT, INT24
      case 0x05, 0x08 -> 8; // DOUBLE, LONGLONG
      default -> fields.encoded();
    };
  }
}
