package io.stallmark.transfer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RawBatch;
import io.stallmark.transfer.format.RowParser;
import io.stallmark.transfer.format.RowShape;
import io.stallmark.transfer.pipeline.RowOperations;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of two columns, in the texts that servers, editors and other tools write. */
final class TextDocumentsTest {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("a", Type.INT32, Fill.REQUIRED),
          new Column("b", new Type.Varchar(40), Fill.NULL));
  private static final Op.Insert INSERT =
      new RowOperations(new Table("t", COLUMNS, List.of("a"), List.of(), Map.of()))
          .insert("insert", 100, Op.Insert.Form.PLAIN);

  /** Returns at most {@code most} bytes for each read, so that every boundary is met. */
  private static InputStream pieces(String text, int most) {
    return new FilterInputStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      @Override
      public int read(byte[] into, int at, int length) throws IOException {
        return super.read(into, at, Math.min(length, most));
      }
    };
  }

  private static List<String> rows(FileFormat format, String text, int piece, int batch)
      throws IOException, BadInput {
    BatchReader reader = new BatchReader("f", pieces(text, piece), format, true, byte[]::new);
    RowParser parser = format.parser(RowShape.named(COLUMNS));
    List<String> rows = new ArrayList<>();
    for (RawBatch next = reader.next(0, batch, 1 << 20);
        next != null;
        next = reader.next(rows.size(), batch, 1 << 20)) {
      Args args = Args.of(INSERT);
      parser.parse(next, args);
      for (int row = 0; row < next.documents(); row++) {
        rows.add(
            args.getLong(row, 0)
                + "="
                + (args.isNull(row, 1)
                    ? "NULL"
                    : new String(
                        args.getText(row, 1), 0, args.getLength(row, 1), StandardCharsets.UTF_8)));
      }
    }
    return rows;
  }

  private static void assertRows(FileFormat format, String text, String... expected)
      throws Exception {
    for (int batch : new int[] {1, 2, 100}) {
      for (int piece : new int[] {1, 2, 3, 1000}) {
        assertThat(rows(format, text, piece, batch)).containsExactly(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'a': 1, 'b': 'x'}@{'a': 2, 'b': '[,]{@}'}@",
        "{'a': 1, 'b': 'x'}@{'a': 2, 'b': '[,]{@}'}",
        "\ufeff{'a': 1, 'b': 'x'}@@@{'a': 2, 'b': '[,]{@}'}@@ @",
        "{'a': 1, 'b': 'x'}\r@{'a': 2, 'b': '[,]{@}'}\r@",
        "[{'a': 1, 'b': 'x'},{'a': 2, 'b': '[,]{@}'}]",
        "[{'a': 1, 'b': 'x'},@{'a': 2, 'b': '[,]{@}'}]@",
        "\ufeff[@  {@    'a': 1,@    'b': 'x'@  },@  {@    'b': '[,]{@}',@    'a': 2@  }@]@",
        "[@{'a': 1, 'b': 'x'}@,@{'a': 2, 'b': '[,]{@}'}@]",
        "{@\t'a': 1,@\t'b': 'x'@}@{@\t'a': 2,@\t'b': '[,]{@}'@}@",
      })
  void jsonOfOtherTools_isRead(String text) throws Exception {
    // In a text, a line feed is written \\n.
    String json = text.replace("{@}'", "{\\n}'").replace('\'', '"').replace("@", "\n");
    assertRows(FileFormat.JSONL, json, "1=x", "2=[,]{\n}");
  }

  @Test
  void arrayWithoutElements_hasNoRows() throws Exception {
    for (String text : List.of("", "[]", "[\n]\n", "\n\n", " ")) {
      assertRows(FileFormat.JSONL, text);
    }
  }

  @Test
  void quotesAndBackslashesInJson_endNoDocument() throws Exception {
    assertRows(
        FileFormat.JSONL, "[{\"a\":1,\"b\":\"\\\\\"},{\"a\":2,\"b\":\"\\\"}\"}]", "1=\\", "2=\"}");
  }

  /** The line is that in the file. */
  @Test
  void badJson_isNamedWithItsLine() {
    for (String text :
        List.of(
            "[\n{\"a\":1},\n\n{\"a\":x}\n]",
            "{\n\"a\":\n1}\n{\"a\":x}",
            "\n\n\n{\"a\":\n\"1\"}",
            "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4,\"b\":\"x}\n{\"a\":5}\n",
            "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4\n{\"a\":5}\n",
            "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4\n")) {
      for (int batch : new int[] {1, 2, 100}) {
        assertThatThrownBy(() -> rows(FileFormat.JSONL, text, 7, batch))
            .as(text)
            .isInstanceOf(BadInput.class)
            .hasMessageStartingWith("f, line 4");
      }
    }
  }

  /** As written by SELECT … INTO OUTFILE and mysqldump --tab. */
  @Test
  void escapedLineFeedAndTab_arePartOfTheValue() throws Exception {
    assertRows(
        FileFormat.TSV,
        "1\tx\\\ty\\\nz\n2\t\\\\\n3\tcr\r\n4\t\\t\\n\\\\n",
        "1=x\ty\nz",
        "2=\\",
        "3=cr\r",
        "4=\t\n\\n");
  }

  @Test
  void badLineAfterAnEscapedLineFeed_isNamedAsInTheFile() {
    assertThatThrownBy(() -> rows(FileFormat.TSV, "1\tx\\\ny\nx\ty\n", 5, 100))
        .hasMessage("f, line 3: field a is no int32");
    assertThatThrownBy(() -> rows(FileFormat.TSV, "1\tx\\", 5, 100))
        .hasMessageContaining("ends within a document");
  }
}
