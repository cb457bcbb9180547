package io.stallmark.transfer.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.BsonUndefined;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WholeDocumentsTest {

  private static final Op OP =
      new Op.Native("op", List.of(new Param("document", new Type.Document(100))), Map.of());

  private static RawBatch lines(String text, int documents) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return new RawBatch("f", 0, 1, bytes, bytes.length, documents, null);
  }

  private static BsonDocument value(Args args) {
    return BsonDocument.parse(
        new RawBsonDocument(args.getText(0, 0), 0, args.getLength(0, 0)).toJson());
  }

  private static String written(RowWriter writer, Args args) throws Exception {
    OutputBytes out = new OutputBytes();
    writer.write(args, 0, out);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    out.drain(stream);
    return stream.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void documentOfAnyFields_keepsItsTypes() throws Exception {
    Args args = Args.of(OP);
    String json =
        "{\"_id\": {\"$oid\": \"5f0000000000000000000001\"}, \"n\": {\"$numberDecimal\": \"1.20\"}, \"a\": [1, 2.5], \"long\": {\"$numberLong\": \"5\"}, \"longer\": 5000000000}";
    FileFormat.JSONL.documentParser().parse(lines(json + "\n", 1), args);
    assertThat(value(args).get("n")).isEqualTo(new BsonDecimal128(Decimal128.parse("1.20")));
    assertThat(FileFormat.hasKey(args, 0)).isTrue();
    assertThat(written(FileFormat.JSONL.documentWriter(List.of(), CsvSyntax.USUAL), args))
        .isEqualTo(json + "\n");
    String bson = written(FileFormat.BSON.documentWriter(List.of(), CsvSyntax.USUAL), args);
    Args again = Args.of(OP);
    FileFormat.BSON.documentParser().parse(lines(bson, 1), again);
    assertThat(value(again)).isEqualTo(value(args));
  }

  /** Also those that MongoDB no longer recommends. */
  @Test
  void everyType_isKeptByAnExportAndAnImport() throws Exception {
    ObjectId id = new ObjectId("5f0000000000000000000001");
    BsonDocument document =
        new BsonDocument("pointer", new BsonDbPointer("db.c", id))
            .append("undefined", new BsonUndefined())
            .append("symbol", new BsonSymbol("s"))
            .append("code", new BsonJavaScript("f()"))
            .append("scoped", new BsonJavaScriptWithScope("f()", new BsonDocument("a", id(7))))
            .append("min", new BsonMinKey())
            .append("max", new BsonMaxKey())
            .append("timestamp", new BsonTimestamp(5, 6))
            .append("regex", new BsonRegularExpression("a/b", "im"))
            .append("old binary", new BsonBinary((byte) 2, new byte[] {1, 2, 3}))
            .append("uuid", new BsonBinary((byte) 4, new byte[16]))
            .append("nan", new BsonDouble(Double.NaN))
            .append("zero", new BsonDouble(-0.0))
            .append("before 1970", new BsonDateTime(-1))
            .append("decimal", new BsonDecimal128(Decimal128.NEGATIVE_INFINITY))
            .append("nested", new BsonArray(List.of(new BsonDbPointer("c", id), new BsonNull())));
    byte[] bson = bytes(document);
    Args args = Args.of(OP);
    System.arraycopy(bson, 0, args.bytes(0, bson.length), 0, bson.length);
    args.length(0, bson.length);
    String json = written(FileFormat.JSONL.documentWriter(List.of(), CsvSyntax.USUAL), args);
    Args again = Args.of(OP);
    FileFormat.JSONL.documentParser().parse(lines(json, 1), again);
    assertThat(Arrays.copyOf(again.getText(0, 0), again.getLength(0, 0))).isEqualTo(bson);
  }

  private static BsonInt32 id(int number) {
    return new BsonInt32(number);
  }

  private static byte[] bytes(BsonDocument document) {
    RawBsonDocument raw = new RawBsonDocument(document, new BsonDocumentCodec());
    byte[] bytes = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(bytes);
    return bytes;
  }

  /** Extended JSON of both versions, with its keys in either order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'$dbPointer': {'$id': {'$oid': '5f0000000000000000000001'}, '$ref': 'c'}} | DB_POINTER",
        "{'$ref': 'c', '$id': {'$oid': '5f0000000000000000000001'}} | DOCUMENT",
        "{'$type': '02', '$binary': 'AQID'} | BINARY",
        "{'$binary': {'subType': '02', 'base64': 'AQID'}} | BINARY",
        "{'$options': 'i', '$regex': 'a'} | REGULAR_EXPRESSION",
        "{'$regularExpression': {'options': 'i', 'pattern': 'a'}} | REGULAR_EXPRESSION",
        "{'$timestamp': {'i': 1, 't': 2}} | TIMESTAMP",
        "{'$scope': {'a': 1}, '$code': 'f()'} | JAVASCRIPT_WITH_SCOPE",
        "{'$code': 'f()', '$scope': {'a': 1}} | JAVASCRIPT_WITH_SCOPE",
        "{'$undefined': true} | UNDEFINED",
        "{'$date': 1234} | DATE_TIME",
        "{'$date': {'$numberLong': '1234'}} | DATE_TIME"
      })
  void keysOfExtendedJson_canHaveAnyOrder(String json, BsonType type) throws Exception {
    Args args = Args.of(OP);
    String text = "{\"v\": [" + json.replace('\'', '"') + "]}\n";
    FileFormat.JSONL.documentParser().parse(lines(text, 1), args);
    BsonDocument read = new RawBsonDocument(args.getText(0, 0), 0, args.getLength(0, 0));
    assertThat(read.getArray("v").get(0).getBsonType()).isEqualTo(type);
  }

  @Test
  void whatIsNoDocument_isNamedByItsLine() {
    Args args = Args.of(OP);
    RowParser json = FileFormat.JSONL.documentParser();
    assertThatThrownBy(() -> json.parse(lines("{\"a\": \n", 1), args))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("f, line 1: not a document in JSON: ");
    assertThatThrownBy(() -> json.parse(lines("[1]\n", 1), args))
        .hasMessageStartingWith("f, line 1: not a document in JSON: ");
    assertThatThrownBy(() -> json.parse(lines("\n", 1), args))
        .hasMessageStartingWith("f, line 1: not a document in JSON: ");
    assertThatThrownBy(() -> json.parse(lines("{\"a\": 1}}\n", 1), args))
        .hasMessageStartingWith("f, line 1: not a document in JSON: ");
    assertThatThrownBy(() -> json.parse(lines("{\"a\": 1},\"x\":{\"b\": 2}\n", 1), args))
        .hasMessage("f, line 1: not a document in JSON: text follows it");
    assertThatThrownBy(() -> json.parse(lines("{\"a\": 1},\"e\":1} {\"b\": 2}\n", 1), args))
        .hasMessage("f, line 1: not a document in JSON: text follows it");
    assertThatThrownBy(() -> json.parse(lines("{\"a\": \"\u00e4\"}\n", 1), args))
        .hasMessage("f, line 1: not valid UTF-8");
    assertThatThrownBy(() -> json.parse(lines("{\"_id\": {\"$oid\": \"x\"}}\n", 1), args))
        .hasMessageStartingWith("f, line 1: not a document in JSON: ");
    assertThatThrownBy(FileFormat.TSV::documentParser).hasMessageContaining("needs columns");
  }
}
