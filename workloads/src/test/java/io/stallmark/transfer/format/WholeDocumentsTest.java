package io.stallmark.transfer.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

final class WholeDocumentsTest {

  private static final Op OP =
      new Op.Native("op", List.of(new Param("document", new Type.Document(100))), Map.of());

  private static RawBatch lines(String text, int documents) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    RawBatch batch = new RawBatch("f", 0, 1, bytes);
    batch.set(bytes.length, documents);
    return batch;
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
    assertThat(written(FileFormat.JSONL.documentWriter(), args)).isEqualTo(json + "\n");
    String bson = written(FileFormat.BSON.documentWriter(), args);
    Args again = Args.of(OP);
    FileFormat.BSON.documentParser().parse(lines(bson, 1), again);
    assertThat(value(again)).isEqualTo(value(args));
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
