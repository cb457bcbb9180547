package io.stallmark.mongo.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.mongo.command.MongoCommand.ResultField;
import io.stallmark.spi.DbException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.junit.jupiter.api.Test;

final class ReplyTest {

  private final CommandReply reply = new CommandReply();

  private void receive(String json) {
    RawBsonDocument raw = new RawBsonDocument(BsonDocument.parse(json), new BsonDocumentCodec());
    ByteBuffer bytes = raw.getByteBuffer().asNIO();
    reply.decode(new BsonBinaryReader(bytes), DecoderContext.builder().build());
  }

  private List<String> rows(List<String> fields) throws DbException {
    List<String> rows = new ArrayList<>();
    byte[] text = new byte[3];
    reply.rows(
        row(fields),
        row ->
            rows.add(
                row.getLong(0)
                    + "|"
                    + row.getText(1, text)
                    + new String(text, StandardCharsets.US_ASCII)));
    return rows;
  }

  @Test
  void documentsBecomeRows_columnsByNameWhateverTheirOrder() throws DbException {
    receive(
        "{cursor: {id: {$numberLong: '7'}, ns: 'd.c', firstBatch: [{c: 'abc', _id: 1}, {_id:"
            + " {$numberLong: '2'}, x: null, c: 'abcdef'}]}, ok: 1}");
    assertThat(reply.cursor()).isEqualTo(7);
    assertThat(rows(List.of("_id", "c"))).containsExactly("1|3abc", "2|6abc");
    assertThat(reply.rows(row(List.of()), null)).isEqualTo(2);
  }

  @Test
  void nextBatch_replacesTheFormer() throws DbException {
    receive("{cursor: {id: {$numberLong: '7'}, firstBatch: [{a: 1, b: 'x'}]}, ok: 1}");
    receive("{cursor: {nextBatch: [{a: 2, b: 'yyy'}], id: {$numberLong: '0'}}, ok: 1}");
    assertThat(reply.cursor()).isZero();
    assertThat(rows(List.of())).containsExactly("2|3yyy");
  }

  @Test
  void everyTypeIsPassedOver() throws DbException {
    receive(
        "{cursor: {id: 0, firstBatch: [{a: {$oid: '000000000000000000000001'}, b: true, c:"
            + " {$date: '2026-01-01T00:00:00Z'}, d: {$timestamp: {t: 1, i: 1}}, e:"
            + " {$numberDecimal: '1'}, f: null, g: {$binary: {base64: 'AAAA', subType: '00'}}, h:"
            + " {$regularExpression: {pattern: 'a', options: 'i'}}, i: [1, {}], j: {$minKey: 1},"
            + " k: {$maxKey: 1}, l: {$code: 'x'}, m: {$symbol: 'y'}, n: {$undefined: true}, z:"
            + " 42}]}, ok: 1}");
    List<Long> seen = new ArrayList<>();
    reply.rows(row(List.of("z")), row -> seen.add(row.getLong(0)));
    assertThat(seen).containsExactly(42L);
  }

  @Test
  void distinctValues_areRowsOfOneColumn() throws DbException {
    receive("{values: ['a', 'bb'], ok: 1}");
    List<Integer> lengths = new ArrayList<>();
    byte[] text = new byte[9];
    long count = reply.rows(row(List.of()), row -> lengths.add(row.getText(0, text)));
    assertThat(count).isEqualTo(2);
    assertThat(lengths).containsExactly(1, 2);
  }

  @Test
  void numbersOfAnyType_areRead() throws DbException {
    receive("{cursor: {id: 0, firstBatch: [{i: 3, l: {$numberLong: '4'}, d: 5.5}]}, ok: 1}");
    reply.rows(
        row(List.of("i", "l", "d")),
        row -> {
          assertThat(row.getLong(0)).isEqualTo(3);
          assertThat(row.getLong(1)).isEqualTo(4);
          assertThat(row.getLong(2)).isEqualTo(5);
          assertThat(row.getDouble(2)).isEqualTo(5.5);
          assertThat(row.getDouble(0)).isEqualTo(3);
        });
  }

  @Test
  void missingAndForeignFields_areNamed() {
    receive("{cursor: {id: 0, firstBatch: [{a: 'x'}]}, ok: 1}");
    DocumentRow row = row(List.of("a", "b"));
    assertThatThrownBy(() -> reply.rows(row, r -> r.getLong(0)))
        .hasMessage("Field a of a document is of BSON type 2, not an integer");
    assertThatThrownBy(() -> reply.rows(row, r -> r.getText(1, new byte[1])))
        .hasMessage("Field b of a document is missing, not a string");
  }

  @Test
  void writes_reportWhatTheyChanged() {
    receive("{n: 3, ok: 1}");
    assertThat(reply.affected()).isEqualTo(3);
    receive("{n: 3, nModified: 2, ok: 1}");
    assertThat(reply.affected()).isEqualTo(2);
    receive("{nModified: 0, n: 3, ok: 1}");
    assertThat(reply.affected()).isZero();
    assertThat(reply.writeError()).isNull();
    assertThat(reply.writeConcernError()).isNull();
  }

  @Test
  void errorsOfWrites_areThere() {
    receive("{n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'dup'}], ok: 1}");
    assertThat(reply.writeError())
        .isEqualTo(BsonDocument.parse("{index: 0, code: 11000, errmsg: 'dup'}"));
    receive("{n: 1, writeConcernError: {code: 64, errmsg: 'late'}, ok: 1}");
    assertThat(reply.writeError()).isNull();
    assertThat(reply.writeConcernError())
        .isEqualTo(BsonDocument.parse("{code: 64, errmsg: 'late'}"));
  }

  @Test
  void largeReplies_areTaken() throws DbException {
    String document = "{a: 1, b: '" + "x".repeat(1000) + "'}";
    String documents = String.join(",", Collections.nCopies(100, document));
    receive("{cursor: {id: 0, firstBatch: [" + documents + "]}, ok: 1}");
    assertThat(reply.rows(row(List.of()), null)).isEqualTo(100);
  }

  private static DocumentRow row(List<String> fields) {
    return new DocumentRow(fields.stream().map(ResultField::computed).toList(), null);
  }
}
