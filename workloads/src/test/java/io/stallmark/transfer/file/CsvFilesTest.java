package io.stallmark.transfer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.transfer.format.CsvField;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.FileFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CsvFilesTest {

  private static final List<String> COLUMNS = List.of("a", "b");
  private static final CsvSyntax BARE = new CsvSyntax(',', "", false);

  private record Text(String content) implements DocumentSource {
    @Override
    public List<String> names() {
      return List.of("f.csv");
    }

    @Override
    public InputStream input(String name) {
      return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public FileFormat format() {
      return FileFormat.CSV;
    }
  }

  private static String read(DocumentSource files) throws IOException {
    try (InputStream in = files.input("f.csv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String rows(String text, CsvSyntax syntax) throws IOException {
    return read(CsvFiles.rows(new Text(text), syntax, COLUMNS));
  }

  /** With _ for a line feed, ~ for a carriage return, and ' for a quote. */
  private static String plain(String written) {
    return written.replace('_', '\n').replace('~', '\r').replace('\'', '"');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a,b_1,x_2,y_ | 1#x_2#y_",
        "a,b_1,x_2,y | 1#x_2#y_",
        "a,b~_1,x~_2,y~_ | 1#x_2#y_",
        "b,a_x,1_ | 1#x_",
        "a,c,b_1,z,x_ | 1#x_",
        "'a','b'_1,'x'_ | 1#x_",
        "a,b_1,'x,''y'''_ | 1#x,'y'_",
        "a,b_1,'x_y'_ | 1#x\\_y_",
        "a,b_1,'x~_y'_ | 1#x\\r\\_y_",
        "a,b_1,_2,''_ | 1#\\N_2#_",
        "a,b_,x_ | \\N#x_",
        "a,b_1,\\N_ | 1#\\\\N_",
        "a,b_1, x _ | 1# x _",
        "a,b_1,ü😀_ | 1#ü😀_",
        "a,b_1,x___ | 1#x_",
        "a,b_ | ``",
        "a,b | ``"
      })
  void records_areLinesBetweenTabs(String csv, String expected) throws Exception {
    assertThat(rows(plain(csv), CsvSyntax.USUAL)).isEqualTo(plain(expected).replace('#', '\t'));
    assertThat(rows("\ufeff" + plain(csv), CsvSyntax.USUAL))
        .isEqualTo(plain(expected).replace('#', '\t'));
  }

  @Test
  void syntax_canBeAnother() throws Exception {
    assertThat(rows("1;NULL\n2;\"NULL\"\n", CsvSyntax.of(";", "NULL", false)))
        .isEqualTo("1\t\\N\n2\tNULL\n");
    assertThat(rows("1\tx,y\n", CsvSyntax.of("tab", "", false))).isEqualTo("1\tx,y\n");
    assertThat(rows("1 x,y\n", CsvSyntax.of("space", "", false))).isEqualTo("1\tx,y\n");
    assertThat(rows("1,x\n", BARE)).isEqualTo("1\tx\n");
  }

  @Test
  void markInQuotes_isTheFirstValues() throws Exception {
    assertThat(rows("\"\ufeffx\",y\n", BARE)).isEqualTo("\\\ufeffx\ty\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",,", "a", "1", "\"", "\\", "é", "\n", "-", ".", "+"})
  void ambiguousDelimiter_isRefused(String delimiter) {
    assertThatThrownBy(() -> CsvSyntax.of(delimiter, "", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("-p delimiter is one ASCII character");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | 1 | the file is empty: it has no line with the names of the columns",
        "a,a_1,2_ | 1 | the column a occurs twice",
        "a,c_1,2_ | 1 | there is no column b",
        "a,b_1,x_2_ | 3 | 1 fields, not 2",
        "a,b_1,'x_y'_2,x,y_ | 4 | 3 fields, not 2",
        "a,b_1,x__2,y_ | 3 | the line is empty",
      })
  void whatIsNoRecord_isRefusedWithItsLine(String csv, int line, String what) {
    assertThatThrownBy(() -> rows(plain(csv), CsvSyntax.USUAL))
        .hasRootCauseMessage("f.csv, line " + line + ": " + what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b_1,'x'y_", "a,b_1,'x_", "a,b_1,'x'_2,'y"})
  void wrongQuotes_areRefusedWithTheLine(String csv) {
    int line = csv.contains("2,") ? 3 : 2;
    assertThatThrownBy(() -> rows(plain(csv), CsvSyntax.USUAL))
        .hasStackTraceContaining("f.csv, line " + line + ": ");
  }

  @Test
  void recordsBeforeAWrongOne_areRead() throws Exception {
    String text = "a,b\n" + "1,x\n".repeat(40_000) + "2,\"x";
    try (InputStream in = CsvFiles.rows(new Text(text), CsvSyntax.USUAL, COLUMNS).input("f.csv")) {
      byte[] read = new byte[1 << 20];
      long bytes = 0;
      IOException failure = null;
      while (failure == null) {
        try {
          bytes += in.read(read);
        } catch (IOException e) {
          failure = e;
        }
      }
      assertThat(bytes).isEqualTo(40_000 * 4L);
      assertThat(failure).hasStackTraceContaining("f.csv, line 40002: ");
    }
  }

  private static BsonDocument document(String field, String text) throws IOException {
    return BsonDocument.parse(
        read(
            CsvFiles.documents(
                new Text(text.replace('\'', '"') + "\n"), BARE, CsvField.of(List.of(field)))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v | 5 | 5",
        "v | '5' | '5'",
        "v | 007 | '007'",
        "v | 5000000000 | {'$numberLong': '5000000000'}",
        "v | 1.50 | 1.5",
        "v | x | 'x'",
        "v:string | 5 | '5'",
        "v:int64 | 5 | {'$numberLong': '5'}",
        "v:double | 5 | {'$numberDouble': '5.0'}",
        "v:decimal | 1.10 | {'$numberDecimal': '1.10'}",
        "v:boolean | true | true",
        "v:date | 2009-04-01T00:00:00.000+01:00 | {'$date': '2009-03-31T23:00:00Z'}",
        "v:objectid | 5f5f5f5f5f5f5f5f5f5f5f5f | {'$oid': '5f5f5f5f5f5f5f5f5f5f5f5f'}",
        "v:json | '[1, {''a'': null}]' | [1, {'a': null}]",
      })
  void texts_becomeValuesOfTheirTypes(String field, String text, String json) throws Exception {
    assertThat(document(field, text))
        .isEqualTo(BsonDocument.parse("{\"v\": " + json.replace('\'', '"') + "}"));
  }

  @Test
  void names_canBeNested_andNullIsLeftOut() throws Exception {
    List<CsvField> fields = CsvField.of(List.of("a.b", "a.c", "d"));
    assertThat(read(CsvFiles.documents(new Text("1,2,\n"), BARE, fields)))
        .isEqualTo("{\"a\": {\"b\": {\"$numberInt\": \"1\"}, \"c\": {\"$numberInt\": \"2\"}}}\n");
    assertThatThrownBy(() -> CsvField.of(List.of("a.b", "a")))
        .hasMessage("The column a occurs twice, or within another one");
    assertThatThrownBy(() -> CsvField.of(List.of("a:number")))
        .hasMessageStartingWith("The type 'number' of a column is not one of auto, string, int32");
    assertThatThrownBy(() -> document("v:int32", "x"))
        .hasRootCauseMessage("f.csv, line 1: field v is not a valid int32: x");
  }
}
