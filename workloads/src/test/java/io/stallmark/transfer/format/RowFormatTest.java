package io.stallmark.transfer.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.workload.Setting;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.ObjectContent;
import io.stallmark.transfer.content.ObjectProfile;
import io.stallmark.transfer.pipeline.RowOperations;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class RowFormatTest {

  private static final List<FileFormat> FORMATS =
      List.of(FileFormat.BSON, FileFormat.JSONL, FileFormat.TSV);

  private static final String TSV =
      "1\t2\t3\t4\tword\t2026-01-31 23:59:59.999\t1.5\t1\t2026-01-31\t\\N\ttext\n";
  private static final String JSON =
      "{\"_id\":1,\"a\":2,\"b\":3,\"c\":4,\"s\":\"word\",\"t\":{\"$date\":\"2026-01-31T23:59:59.999Z\"},"
          + "\"d\":1.5,\"e\":true,\"f\":{\"$date\":\"2026-01-31T00:00:00.000Z\"},\"g\":null,"
          + "\"x\":\"text\"}\n";

  private static Args slots(ObjectProfile profile, int rows) {
    return Args.of(
        new RowOperations(profile.table(false)).insert("rows", rows, Op.Insert.Form.PLAIN));
  }

  private static byte[] written(FileFormat format, ObjectProfile profile, Args rows)
      throws Exception {
    OutputBytes out = new OutputBytes();
    for (int row = 0; row < rows.rows(); row++) {
      format.writer(new RowShape(profile.columns()), CsvSyntax.USUAL).write(rows, row, out);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    out.drain(bytes);
    return bytes.toByteArray();
  }

  private static void parse(
      FileFormat format, ObjectProfile profile, byte[] bytes, int documents, Args into)
      throws BadInput {
    RawBatch batch =
        new RawBatch(
            "0001." + Setting.word(format),
            0,
            format.hasLines() ? 1 : 0,
            bytes,
            bytes.length,
            documents,
            null);
    format.parser(new RowShape(profile.columns())).parse(batch, into);
  }

  private static Args parsed(FileFormat format, String text) throws BadInput {
    Args into = slots(ObjectProfile.SMALL, 4);
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    parse(format, ObjectProfile.SMALL, bytes, (int) text.lines().count(), into);
    return into;
  }

  @ParameterizedTest
  @EnumSource
  void rows_haveTheSameHash_inEveryFormat(ObjectProfile profile) throws Exception {
    int count = 200;
    ObjectContent content = new ObjectContent(profile, 7, 0.3);
    Args rows = slots(profile, count);
    DocumentHash hash = new DocumentHash(profile.columns());
    Set<Long> hashes = new HashSet<>();
    for (int row = 0; row < count; row++) {
      content.fill(rows.row(row), row + 1);
      hashes.add(hash.of(rows, row));
    }
    assertThat(hashes).hasSize(count);
    for (FileFormat format : FORMATS) {
      byte[] bytes = written(format, profile, rows);
      Args back = slots(profile, count);
      parse(format, profile, bytes, count, back);
      for (int row = 0; row < count; row++) {
        assertThat(hash.of(back, row)).as("%s %d", format, row).isEqualTo(hash.of(rows, row));
      }
      assertThat(written(format, profile, back)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CSV") // is parsed as another format
  void valuesAtTheirLimits_areReadAsTheyWereWritten(FileFormat format) throws Exception {
    double[] reals = {-0.0, Double.MIN_VALUE, Double.MAX_VALUE, 1e300, 0.1 + 0.2, 123456.789, -3};
    long[] times = {-1, 0, 951_782_399_999L, 951_782_400_000L, 253_402_300_799_999L};
    long[] days = {-1, 0, 11_016, 11_017, 2_932_896};
    byte[] hostile = "\u0000\u0001\t\n\r\\\"'/ü€😀\u007f".getBytes(StandardCharsets.UTF_8);
    Args rows = slots(ObjectProfile.SMALL, reals.length);
    for (int row = 0; row < reals.length; row++) {
      new ObjectContent(ObjectProfile.SMALL, 1, 0).fill(rows.row(row), row + 1);
      rows.set(1, row % 2 == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE);
      rows.set(3, row % 2 == 0 ? Long.MIN_VALUE + 1 : Long.MAX_VALUE);
      rows.set(5, times[row % times.length]);
      rows.set(6, reals[row]);
      rows.set(8, days[row % days.length]);
      System.arraycopy(hostile, 0, rows.bytes(10, hostile.length), 0, hostile.length);
      rows.length(10, row == 0 ? 0 : hostile.length);
    }
    Args back = slots(ObjectProfile.SMALL, reals.length);
    parse(
        format,
        ObjectProfile.SMALL,
        written(format, ObjectProfile.SMALL, rows),
        reals.length,
        back);
    DocumentHash hash = new DocumentHash(ObjectProfile.SMALL.columns());
    for (int row = 0; row < reals.length; row++) {
      assertThat(back.getDouble(row, 6)).isEqualTo(reals[row]);
      assertThat(back.getLong(row, 5)).isEqualTo(rows.getLong(row, 5));
      assertThat(hash.of(back, row)).isEqualTo(hash.of(rows, row));
    }
  }

  @Test
  void lines_ofBothFormats_areTheSameRow() throws Exception {
    DocumentHash hash = new DocumentHash(ObjectProfile.SMALL.columns());
    Args fromTsv = parsed(FileFormat.TSV, TSV);
    Args fromJson = parsed(FileFormat.JSONL, JSON.replace("}\n", "}\r\n"));
    assertThat(hash.of(fromTsv, 0)).isEqualTo(hash.of(fromJson, 0));
    assertThat(fromTsv.getLong(0, 5)).isEqualTo(1_769_903_999_999L);
    Args canonical =
        parsed(
            FileFormat.JSONL,
            JSON.replace("\"c\":4", "\"c\":{\"$numberLong\":\"4\"}")
                .replace("1.5", "{\"$numberDouble\":\"1.5\"}"));
    assertThat(hash.of(canonical, 0)).isEqualTo(hash.of(fromTsv, 0));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`\"a\":2`, `\"a\":x`, not JSON",
        "`\"a\":2,`, `\"a\":2`, not JSON",
        "`\"a\":2`, `\"a\":2147483648`, field a does not fit into 32 bits",
        "`\"a\":2`, `\"a\":2.5`, field a is no int32",
        "`\"a\":2`, `\"a\":\"2\"`, field a is no int32",
        "`\"a\":2`, `\"a\":null`, field a is null",
        "`\"a\":2`, `\"b\":2`, field b occurs twice",
        "`\"a\":2,`, ``, field a is missing",
        "`\"a\":2`, `\"zz\":2`, 'field zz, which the table does not have'",
        "`text`, `\u0001`, not JSON",
        "`text`, `a\u00ffb`, not JSON",
        "`text`, `\\ud83d`, field x has half a character",
        "`2026-01-31T23`, `2026-13-31T23`, field t is no timestamp",
        "`31T00:00:00`, `31T00:00:01`, field f is no date",
        "`true`, `1`, field e is no boolean",
        "`word`, `wordwordwordwordwordwordword`, field s has more than 24 characters",
      })
  void badJson_isNamedWithItsLine(String good, String bad, String message) {
    assertThatThrownBy(() -> parsed(FileFormat.JSONL, JSON + JSON.replace(good, bad) + JSON))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("0001.jsonl, line 2: ")
        .hasMessageContaining(message.replace("'", ""));
  }

  @Test
  void documentsThatAreNotOneInALine_areRefused() {
    assertThatThrownBy(() -> parsed(FileFormat.JSONL, JSON.replace(",\"b\"", ",\n\"b\"")))
        .hasMessageContaining("fewer documents than lines");
    assertThatThrownBy(() -> parsed(FileFormat.JSONL, JSON.strip() + JSON))
        .hasMessageContaining("line 1: more than one document in a line");
    assertThatThrownBy(() -> parsed(FileFormat.JSONL, "[1]\n")).hasMessageContaining("line 1");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`1\t2`, `1\tx`, field a is no int32",
        "`1\t2`, `1\t`, field a is no int32",
        "`1\t2`, `1\t\\N`, field a is \\N",
        "`\t4\t`, `\t99999999999999999999\t`, field c is no int64",
        "`\ttext`, ``, `10 values, not 11`",
        "`text`, `text\tmore`, more than 11 values",
        "`text`, `text\\`, field x ends in a single \\",
        "`text`, `te\u0000xt`, a byte 0",
        "`text`, `te\u00ffxt`, field x is not valid UTF-8",
        "`23:59:59`, `24:59:59`, field t is no timestamp",
        "`\t1\t2026`, `\t2\t2026`, field e is no boolean",
        "`1.5`, `1.5.5`, field d is no float64",
        "`1.5`, `1d`, field d is no float64",
        "`1.5`, `0x1p3`, field d is no float64",
        "`1.5`, `1e400`, field d is no float64",
      })
  void badLine_isNamed(String good, String bad, String message) {
    assertThatThrownBy(() -> parsed(FileFormat.TSV, TSV + TSV.replace(good, bad) + TSV))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("0001.tsv, line 2: ")
        .hasMessageContaining(message);
  }

  @Test
  void everyDamagedByteOfBson_isReadOrRefused_andCutDocumentsAreRefused() throws Exception {
    Args rows = slots(ObjectProfile.SMALL, 1);
    new ObjectContent(ObjectProfile.SMALL, 1, 1).fill(rows.row(0), 1);
    byte[] good = written(FileFormat.BSON, ObjectProfile.SMALL, rows);
    int refused = 0;
    for (int i = 0; i < good.length; i++) {
      for (byte damage : new byte[] {0, -1, 1, 127}) {
        byte[] bad = good.clone();
        bad[i] = damage;
        try {
          parse(FileFormat.BSON, ObjectProfile.SMALL, bad, 1, slots(ObjectProfile.SMALL, 1));
        } catch (BadInput e) {
          assertThat(e).hasMessageStartingWith("0001.bson, offset ");
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(100);
    byte[] other = good.clone();
    other[4] = 0x13; // decimal128
    assertThatThrownBy(
            () ->
                parse(
                    FileFormat.BSON, ObjectProfile.SMALL, other, 1, slots(ObjectProfile.SMALL, 1)))
        .hasMessageContaining("offset 4: field _id is no int64");
  }
}
