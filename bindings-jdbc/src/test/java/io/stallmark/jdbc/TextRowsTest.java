package io.stallmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Rng;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextRowsTest {

  private static final List<Param> PARAMS =
      List.of(
          new Param("n", Type.INT64),
          new Param("d", Type.FLOAT64),
          new Param("t", new Type.Text(10)));
  private static final Op.Insert OP =
      new Op.Insert(
          "i",
          PARAMS,
          new Table(
              "x",
              List.of(
                  new Column("n", Type.INT64, Fill.ZERO),
                  new Column("d", Type.FLOAT64, Fill.ZERO),
                  new Column("t", new Type.Text(10), Fill.ZERO)),
              List.of("n"),
              List.of(),
              Map.of()),
          List.of("n", "d", "t"),
          List.of(Value.slot("n"), Value.slot("d"), Value.slot("t")),
          1000);

  private final Args args = Args.of(OP);
  private final TextRows rows = new TextRows(OP, new PlainDialect().streamFormat());

  private Args row(int row, long n, double d, String t) {
    byte[] bytes = t.getBytes(StandardCharsets.US_ASCII);
    args.row(row).set(0, n).set(1, d).length(2, bytes.length);
    System.arraycopy(bytes, 0, args.text(2), 0, bytes.length);
    return args;
  }

  private String text(int piece) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[piece];
    for (int read = rows.read(buffer, 0, piece); read > 0; read = rows.read(buffer, 0, piece)) {
      all.write(buffer, 0, read);
    }
    return all.toString(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void rowsAreLinesOfColumns_whateverThePiecesTheyAreReadIn(int piece) {
    row(0, 17, 3, "abc");
    row(1, -5, 0.5, "");
    rows.begin(args);
    assertThat(text(piece)).isEqualTo("17\t3\tabc\n-5\t0.5\t\n");
    assertThat(rows.read()).isEqualTo(-1);
    rows.begin(args);
    assertThat(rows.read()).isEqualTo('1');
  }

  @Test
  void whatWouldEndAColumnIsEscaped() {
    rows.begin(row(0, 1, 1, "a\tb\nc\\d"));
    assertThat(text(100)).isEqualTo("1\t1\ta\\tb\\nc\\\\d\n");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, -1, Long.MAX_VALUE, Long.MIN_VALUE})
  void integersAreWhole(long number) {
    rows.begin(row(0, number, 0, ""));
    assertThat(text(100)).startsWith(number + "\t");
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        -0.0,
        1,
        -1,
        0.1,
        1.0 / 3,
        -2.0 / 3,
        999_999.999_999_999_9,
        0x1p-11,
        0x1p-12,
        1e-300,
        4.9e-324,
        0x1p53,
        0x1p52 + 0.5,
        1e300,
        Double.MAX_VALUE,
        0.999_999_999_999_999_9
      })
  void doublesComeBackAsTheyAre(double number) {
    rows.begin(row(0, 0, number, ""));
    assertThat(Double.parseDouble(text(100).split("\t")[1])).isEqualTo(number);
  }

  @Test
  void anyDoubleComesBackAsItIs() {
    Rng rng = Rng.of(1, 1);
    for (int i = 0; i < 200_000; i++) {
      double number = (rng.nextDouble() - 0.5) * Math.pow(10, (double) rng.uniform(-3, 15));
      rows.begin(row(0, 0, number, ""));
      assertThat(Double.parseDouble(text(100).split("\t")[1])).isEqualTo(number);
    }
  }
}
