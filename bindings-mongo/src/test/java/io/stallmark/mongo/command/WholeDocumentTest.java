package io.stallmark.mongo.command;

import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WholeDocumentTest {

  private static final Table LINKS =
      new Table(
          "links",
          List.of(
              new Column("id1", Type.UNSIGNED64, Fill.REQUIRED),
              new Column("id2", Type.UNSIGNED64, Fill.REQUIRED),
              new Column("time", Type.UNSIGNED32, Fill.REQUIRED),
              new Column("data", new Type.Bytes(9), Fill.NULL)),
          List.of("id1", "id2"),
          List.of(),
          Map.of());
  private static final String ID =
      "_id: {$binary: {base64: 'AAAAAAAAAAUAAAAAAAAABg==', subType:'00'}}";
  private static final String FIELDS =
      "id1: {$numberLong: '5'}, id2: {$numberLong: '6'}, time: 7, data: null";

  private static Op.Read read(Table table, Select select, String key) {
    return new Op.Read(
        "r",
        List.of(new Param(key, Type.UNSIGNED64)),
        table,
        select,
        new Predicate.Equal(key, slot(key)));
  }

  /** Returns the first column and the mismatch of a document. */
  private static List<Object> seen(Op.Read read, String json) throws DbException {
    BsonDocument cursor =
        new BsonDocument("firstBatch", new BsonArray(List.of(BsonDocument.parse(json))))
            .append("id", new BsonInt64(0));
    RawBsonDocument raw =
        new RawBsonDocument(new BsonDocument("cursor", cursor), new BsonDocumentCodec());
    CommandReply reply = new CommandReply();
    reply.decode(
        new BsonBinaryReader(raw.getByteBuffer().asNIO()), DecoderContext.builder().build());
    List<Object> seen = new ArrayList<>();
    reply.rows(
        new DocumentRow(CommandRenderer.render(read, "mongo")),
        row -> {
          seen.add(row.getLong(0));
          seen.add(String.valueOf(row.mismatch()));
        });
    return seen;
  }

  @Test
  void aDocumentAsDeclared_isNoMismatch_andNeitherIsOneThatIsNotCompared() throws DbException {
    Select whole = Select.whole("id1", "id2");
    assertThat(seen(read(LINKS, whole, "id1"), "{" + ID + ", " + FIELDS + "}"))
        .containsExactly(5L, "null");
    assertThat(seen(read(LINKS, Select.columns("id1"), "id1"), "{id1: 5.5}"))
        .containsExactly(5L, "null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "time: 7 ; time: 7.0 ; has a field time of BSON type DOUBLE",
        "time: 7 ; time: {$numberLong: '7'} ; null",
        "time: 7, ; '' ; has no field time",
        "data: null ; more: 1 ; has a field more, which is not declared",
        "data: null ; data: 'text' ; has a field data of BSON type STRING",
        "id1: {$numberLong: '5'} ; id1: {$numberLong: '4'} ; has an _id that is not made of id1, id2",
        "id1: {$numberLong: '5'} ; id1: null ; has a field id1 of BSON type NULL"
      })
  void aDocumentThatDiffers_isNamedWithTableAndId_andItsKeyIsReadFromTheId(
      String field, String other, String difference) throws DbException {
    List<Object> seen =
        seen(
            read(LINKS, Select.whole("id1", "time"), "id1"),
            "{" + ID + ", " + FIELDS.replace(field, other) + "}");
    assertThat(seen.get(0)).isEqualTo(5L);
    assertThat(seen.get(1).toString())
        .isEqualTo(
            difference.equals("null")
                ? "null"
                : "A document of links with {\"_id\": {\"$binary\": {\"base64\":"
                    + " \"AAAAAAAAAAUAAAAAAAAABg==\", \"subType\": \"00\"}}} "
                    + difference
                    + ".");
  }

  @Test
  void anIdThatIsNoInteger_canBeReadNevertheless() throws DbException {
    Table nodes =
        new Table(
            "nodes",
            List.of(new Column("id", Type.UNSIGNED64, Fill.REQUIRED)),
            List.of("id"),
            List.of(),
            Map.of());
    assertThat(seen(read(nodes, Select.whole("id"), "id"), "{_id: 777.5}"))
        .containsExactly(
            777L, "A document of nodes with {\"_id\": 777.5} has a field _id of BSON type DOUBLE.");
  }
}
