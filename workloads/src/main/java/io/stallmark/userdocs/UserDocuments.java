package io.stallmark.userdocs;

import static io.stallmark.model.Value.slot;
import static io.stallmark.userdocs.DocumentLayout.BODY;
import static io.stallmark.userdocs.DocumentLayout.KIND;
import static io.stallmark.userdocs.DocumentLayout.LID;
import static io.stallmark.userdocs.DocumentLayout.OWNER;
import static io.stallmark.userdocs.DocumentLayout.STAMP;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.verification.KeysetPager;
import java.util.List;

/** The table {@code documents} and the operations on it. Slots have the long names of fields. */
record UserDocuments(Table table, FieldNames names) {

  /** Rows of a page of a verification. */
  private static final int PAGE = 1000;

  private static final List<String> CONTENT = List.of(STAMP, KIND, BODY);

  private Predicate ofOwner() {
    return new Predicate.Equal(names.field(OWNER), slot("owner"));
  }

  private Predicate at() {
    return Predicate.all(ofOwner(), new Predicate.Equal(names.field(LID), slot("lid")));
  }

  private String[] fields(String... columns) {
    return names.fields(List.of(columns)).toArray(String[]::new);
  }

  private Select columns(String... columns) {
    return Select.columns(fields(columns));
  }

  /** Inserts documents. Slots: owner_id, lid, stamp, kind, body. */
  Op.Insert insert(String name, int rows) {
    List<Value> values = DocumentLayout.ALL.stream().map(Value::slot).toList();
    return new Op.Insert(name, table, names.fields(DocumentLayout.ALL), values, rows, Form.PLAIN);
  }

  /**
   * Reads the documents of an owner in the order of lid: lid, stamp, and unless only stamps are
   * read kind and body. Slots: owner.
   */
  Op.Read scanOwner(boolean stamps) {
    Select select = stamps ? columns(LID, STAMP) : columns(LID, STAMP, KIND, BODY);
    return new Op.Read("scan_owner", table, select, ofOwner())
        .orderBy(names.field(LID))
        .streaming();
  }

  /** Reads the greatest lid of an owner, or no row. Slots: owner. */
  Op lastLid() {
    return new Op.Read("last_lid", table, columns(LID), ofOwner()).lastBy(names.field(LID));
  }

  /** Changes a document. Slots: stamp, kind, body, owner, lid. */
  Op update() {
    List<Assignment> assignments =
        CONTENT.stream().<Assignment>map(c -> new Assignment.Set(names.field(c), slot(c))).toList();
    return new Op.Update("update_document", table, assignments, at());
  }

  /** Deletes a document. Slots: owner, lid. */
  Op delete() {
    return new Op.Delete("delete_document", table, at());
  }

  /** Reads a document's lid, or no row. Slots: owner, lid. */
  Op find() {
    return new Op.Read("find_document", table, columns(LID), at());
  }

  /** Counts all documents. No slots. */
  Op count() {
    return new Op.Read("count_documents", table, new Select.Count());
  }

  /** Creates a pager over the documents of an owner: lid, stamp, kind, body. Slots: owner. */
  KeysetPager pager(Session session) throws DbException {
    Op.Read page =
        new Op.Read(
            "owner_documents",
            table,
            Select.whole(fields(LID, STAMP, KIND, BODY)),
            Predicate.all(ofOwner(), Predicate.between(names.field(LID))));
    return new KeysetPager(session, page.orderBy(names.field(LID)).limit(PAGE), 0);
  }
}
