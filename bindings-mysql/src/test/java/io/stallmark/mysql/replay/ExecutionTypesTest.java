package io.stallmark.mysql.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.mysql.replay.PreparedStatements.Prepared;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExecutionTypesTest {

  private static Prepared prepared(int parameters) {
    byte[] body =
        HexFormat.of()
            .parseHex(
                "0c000001"
                    + "00"
                    + "05000000"
                    + "0000"
                    + String.format(Locale.ROOT, "0%d00", parameters)
                    + "00");
    return new PreparedStatements()
        .add(
            new Operation(1, 0, 1, 0x16, new byte[] {0x16}),
            new Reply(1, 0, 1, 0, 0, Outcome.OK, 0, 0, 0, 0, 0, body));
  }

  /** Two values; one with a name; one with an attribute; a bulk execution of MariaDB's driver. */
  @ParameterizedTest
  @CsvSource({
    "2, false, 1705000000000100000000 01 0300 0800 07, 1705000000000100000000 00 08,"
        + " 1705000000000100000000 01 0300 0800 08",
    "1, true, 170500000008010000000100 01 0300 00 07, 170500000008010000000100 00 08,"
        + " 170500000008010000000100 01 0300 00 08",
    "1, true, 170500000008010000000200 01 0300 00 fe00 0161 07, 170500000008010000000200 00 08,"
        + " 170500000008010000000200 01 0300 00 fe00 0161 08",
    "1, false, fa05000000 8000 0300 07, fa05000000 0000 08, fa05000000 8000 0300 08"
  })
  void executionWithoutTypes_getsThoseOfTheLatestOne(
      int parameters, boolean attributes, String typed, String untyped, String expected) {
    Prepared prepared = prepared(parameters);
    assertThat(ExecutionTypes.areMissing(hex(untyped), prepared, attributes)).isTrue();
    assertThat(ExecutionTypes.areMissing(hex(typed), prepared, attributes)).isFalse();
    ExecutionTypes.keep(hex(typed), prepared, attributes);
    assertThat(ExecutionTypes.added(hex(untyped), prepared, attributes, prepared.types()))
        .isEqualTo(hex(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "0, false, 17050000000001000000",
    "1, false, 1705",
    "0, true, 1705000000080100000000"
  })
  void executionWithoutValues_needsNone(int parameters, boolean attributes, String execution) {
    assertThat(ExecutionTypes.areMissing(hex(execution), prepared(parameters), attributes))
        .isFalse();
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }
}
