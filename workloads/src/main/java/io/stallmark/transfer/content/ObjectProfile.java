package io.stallmark.transfer.content;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import java.util.List;
import java.util.Map;

/** Kinds of documents, after the two collections of the article in docs/workloads/transfer.md. */
public enum ObjectProfile {
  /** Ten scalar fields, of which one text varies the size; four indexes. */
  SMALL(1_000_000, 480),
  /** A kind and one large body; one index. */
  LARGE(2000, 294_000);

  private final long documents;
  private final int meanBytes;

  ObjectProfile(long documents, int meanBytes) {
    this.documents = documents;
    this.meanBytes = meanBytes;
  }

  private static Index index(String... columns) {
    return new Index("by_" + String.join("_", columns), List.of(columns), false);
  }

  /** Number of documents by default. */
  public long documents() {
    return documents;
  }

  /** Mean size of a row's values, in bytes. */
  public int meanBytes() {
    return meanBytes;
  }

  /** Columns in declared order, the primary key first. */
  public List<Column> columns() {
    return switch (this) {
      case SMALL ->
          List.of(
              new Column("id", Type.INT64, Fill.REQUIRED),
              new Column("a", Type.INT32, Fill.REQUIRED),
              new Column("b", Type.INT32, Fill.REQUIRED),
              new Column("c", Type.INT64, Fill.REQUIRED),
              new Column("s", new Type.Varchar(ObjectContent.LONGEST_WORD), Fill.REQUIRED),
              new Column("t", Type.TIMESTAMP, Fill.REQUIRED),
              new Column("d", Type.FLOAT64, Fill.REQUIRED),
              new Column("e", Type.BOOLEAN, Fill.REQUIRED),
              new Column("f", Type.DATE, Fill.REQUIRED),
              new Column("g", Type.INT64, Fill.NULL),
              new Column("x", new Type.Varchar(ObjectContent.LONGEST_TEXT), Fill.REQUIRED));
      case LARGE ->
          List.of(
              new Column("id", Type.INT64, Fill.REQUIRED),
              new Column("kind", Type.INT32, Fill.REQUIRED),
              new Column("body", new Type.Bytes(ObjectContent.LONGEST_BODY), Fill.REQUIRED));
    };
  }

  private List<Index> indexes() {
    return switch (this) {
      case SMALL -> List.of(index("a"), index("b", "c"), index("s"), index("t"));
      case LARGE -> List.of(index("kind"));
    };
  }

  /** Returns the table {@code objects}, with or without its secondary indexes. */
  public Table table(boolean indexed) {
    return new Table(
        "objects", columns(), List.of("id"), indexed ? indexes() : List.of(), Map.of());
  }
}
