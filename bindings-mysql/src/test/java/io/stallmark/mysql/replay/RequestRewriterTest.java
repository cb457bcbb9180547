package io.stallmark.mysql.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestRewriterTest {

  /** Spaces separate: number and flags, iterations, count, nulls, types, values. */
  @ParameterizedTest
  @CsvSource({
    // no parameters, with and without their number
    "1705000000 00 01000000, 0, 1705000000 00 01000000",
    "1705000000 08 01000000 00, 0, 1705000000 00 01000000",
    // two parameters with types and names
    "1705000000 08 01000000 02 02 01 0300 00 fe00 0161 07000000, 2,"
        + " 1705000000 00 01000000 02 01 0300 fe00 07000000",
    // types as before
    "1705000000 09 01000000 01 00 00 07000000, 1, 1705000000 01 01000000 00 00 07000000",
    // an attribute after the only parameter; its value stays, unread
    "1705000000 08 01000000 02 00 01 0300 00 fe00 0161 07000000 0178, 1,"
        + " 1705000000 00 01000000 00 01 0300 07000000 0178",
    // an attribute without parameters
    "1705000000 08 01000000 01 00 01 fe00 0161 0178, 0, 1705000000 00 01000000",
    // nine values for eight parameters: one byte of nulls less
    "1705000000 08 01000000 09 ff01 00, 8, 1705000000 00 01000000 ff 00"
  })
  void execution_losesItsAttributes(String execution, int parameters, String expected) {
    byte[] recorded = HexFormat.of().parseHex(execution.replace(" ", ""));
    byte[] original = recorded.clone();
    assertThat(RequestRewriter.withoutAttributes(recorded, parameters))
        .isEqualTo(HexFormat.of().parseHex(expected.replace(" ", "")));
    assertThat(recorded).isEqualTo(original);
  }
}
