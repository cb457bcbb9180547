package io.stallmark.userdocs;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Setting;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Layouts of the table {@code documents}: where the documents of one owner are stored. */
enum DocumentLayout {
  /** In the order in which they arrive, found by a secondary index. */
  ARRIVAL,
  /** In the order of owner and id. */
  CLUSTERED,
  /** In the order in which they arrive, with owner and id as the key of documents. */
  PREFIXED,
  /** As ARRIVAL, and an index that has all columns. */
  COVERING;

  static final String OWNER = "owner_id";
  static final String LID = "lid";
  static final String STAMP = "stamp";
  static final String KIND = "kind";
  static final String BODY = "body";

  /** All columns of a document, in the order of an insert. */
  static final List<String> ALL = List.of(OWNER, LID, STAMP, KIND, BODY);

  private static final List<String> KEY = List.of(OWNER, LID);

  /**
   * Returns the table with these names of fields.
   *
   * @throws RefusedException if the database does not have this layout, with a message for the user
   */
  Table table(FieldNames names, Set<Capability> capabilities) {
    boolean documents = capabilities.contains(Capability.OBJECT_IDS);
    if (!documents && (this == PREFIXED || this == COVERING)) {
      throw new RefusedException(
          "layout="
              + Setting.word(this)
              + " needs a database of documents; tables have layout=arrival and layout=clustered");
    }
    if (!documents && this == ARRIVAL && !capabilities.contains(Capability.AUTO_INCREMENT)) {
      throw new RefusedException("layout=arrival needs a database with auto-increment keys");
    }
    if (!documents && names != FieldNames.LONG) {
      throw new RefusedException(
          "names=%s needs a database of documents; the rows of a table have no names",
          Setting.word(names));
    }
    List<Column> columns = new ArrayList<>();
    boolean numbered = this == ARRIVAL && !documents;
    if (numbered) {
      columns.add(new Column("id", Type.INT64, Fill.AUTO_INCREMENT));
    }
    columns.add(new Column(names.field(OWNER), Type.UNSIGNED32, Fill.REQUIRED));
    columns.add(new Column(names.field(LID), Type.UNSIGNED64, Fill.REQUIRED));
    columns.add(new Column(names.field(STAMP), Type.INT64, Fill.REQUIRED));
    columns.add(new Column(names.field(KIND), Type.INT8, Fill.REQUIRED));
    columns.add(
        new Column(names.field(BODY), new Type.Bytes(DocumentContent.LONGEST), Fill.REQUIRED));
    return new Table(
        "documents",
        columns,
        numbered
            ? List.of("id")
            : this == ARRIVAL || this == COVERING ? List.of() : names.fields(KEY),
        indexes(names),
        arrangement(),
        Map.of());
  }

  TableLayout arrangement() {
    return this == CLUSTERED ? new TableLayout.Clustered() : TableLayout.PLAIN;
  }

  private List<Index> indexes(FieldNames names) {
    return switch (this) {
      case ARRIVAL -> List.of(new Index("owner", names.fields(KEY), false));
      case COVERING -> List.of(new Index("owner", names.fields(ALL), false));
      default -> List.of();
    };
  }
}
