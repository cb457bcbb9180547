package io.stallmark.userdocs;

import static io.stallmark.model.Value.slot;
import static io.stallmark.userdocs.DocumentLayout.BODY;
import static io.stallmark.userdocs.DocumentLayout.KIND;
import static io.stallmark.userdocs.DocumentLayout.LID;
import static io.stallmark.userdocs.DocumentLayout.OWNER;
import static io.stallmark.userdocs.DocumentLayout.STAMP;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.verification.KeysetPager;
import java.util.List;
import java.util.stream.Stream;

/** The table {@code documents} and the operations on it. Slots have the long names of fields. */
record UserDocuments(Table table, FieldNames names) {

  /** Rows of a page of a verification. */
  private static final int PAGE = 1000;

  private static final List<String> CONTENT = List.of(STAMP, KIND, BODY);
  private static final Param THE_OWNER = new Param("owner", Type.UNSIGNED32);
  private static final Param THE_LID = new Param("lid", Type.UNSIGNED64);

  private Predicate ofOwner() {
    return new Predicate.Equal(names.field(OWNER), slot("owner"));
  }

  private Predicate at() {
    return new Predicate.AllOf(
        List.of(ofOwner(), new Predicate.Equal(names.field(LID), slot("lid"))));
  }

  private Param param(String column) {
    return new Param(column, table.column(names.field(column)).type());
  }

  private String[] fields(String... columns) {
    return names.fields(List.of(columns)).toArray(String[]::new);
  }

  private Select columns(String... columns) {
    return Select.columns(fields(columns));
  }

  /** Inserts documents. Slots: owner_id, lid, stamp, kind, body. */
  Op.Insert insert(String name, int rows) {
    List<Param> params = DocumentLayout.ALL.stream().map(this::param).toList();
    return new Op.Insert(
        name,
        params,
        table,
        names.fields(DocumentLayout.ALL),
        DocumentLayout.ALL.stream().map(Value::slot).toList(),
        rows);
  }

  /**
   * Reads the documents of an owner in the order of lid: lid, stamp, and unless only stamps are
   * read kind and body. Slots: owner.
   */
  Op.Read scanOwner(boolean stamps) {
    Select select = stamps ? columns(LID, STAMP) : columns(LID, STAMP, KIND, BODY);
    return new Op.Read("scan_owner", List.of(THE_OWNER), table, select, ofOwner())
        .orderBy(names.field(LID))
        .streaming();
  }

  /** Reads the greatest lid of an owner, or no row. Slots: owner. */
  Op lastLid() {
    return new Op.Read("last_lid", List.of(THE_OWNER), table, columns(LID), ofOwner())
        .lastBy(names.field(LID));
  }

  /** Changes a document. Slots: stamp, kind, body, owner, lid. */
  Op update() {
    List<Param> params =
        Stream.concat(CONTENT.stream().map(this::param), Stream.of(THE_OWNER, THE_LID)).toList();
    List<Assignment> assignments =
        CONTENT.stream().<Assignment>map(c -> new Assignment.Set(names.field(c), slot(c))).toList();
    return new Op.Update("update_document", params, table, assignments, at());
  }

  /** Deletes a document. Slots: owner, lid. */
  Op delete() {
    return new Op.Delete("delete_document", List.of(THE_OWNER, THE_LID), table, at());
  }

  /** Reads a document's lid, or no row. Slots: owner, lid. */
  Op find() {
    return new Op.Read("find_document", List.of(THE_OWNER, THE_LID), table, columns(LID), at());
  }

  /** Counts all documents. No slots. */
  Op count() {
    return new Op.Read(
        "count_documents", List.of(), table, new Select.Count(), new Predicate.All());
  }

  /** Creates a pager over the documents of an owner: lid, stamp, kind, body. Slots: owner. */
  KeysetPager pager(Session session) throws DbException {
    Op.Read page =
        new Op.Read(
            "owner_documents",
            List.of(
                THE_OWNER, new Param("low", Type.UNSIGNED64), new Param("high", Type.UNSIGNED64)),
            table,
            Select.whole(fields(LID, STAMP, KIND, BODY)),
            new Predicate.AllOf(
                List.of(
                    ofOwner(),
                    new Predicate.Between(names.field(LID), slot("low"), slot("high")))));
    return new KeysetPager(session, page.orderBy(names.field(LID)).limit(PAGE), 0);
  }
}
