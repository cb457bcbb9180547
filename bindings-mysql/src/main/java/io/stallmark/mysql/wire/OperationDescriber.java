package io.stallmark.mysql.wire;

import io.stallmark.mysql.sql.SqlFingerprint;
import io.stallmark.mysql.sql.TextMask;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.trace.TraceRecord.Operation;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes commands for reports, each from its own bytes. */
public final class OperationDescriber {

  private static final int CREATE_SCHEMA = 0x05;
  private static final int DROP_SCHEMA = 0x06;

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
    return afterAttributes(body, null);
  }

  /** Returns the same, and replaces the values of attributes with a mask. */
  static int afterAttributes(byte[] body, @Nullable TextMask mask) {
    return body.length < 3 || body[2] != 1 ? 1 : PreparedParameters.attributes(mask, body);
  }
}
