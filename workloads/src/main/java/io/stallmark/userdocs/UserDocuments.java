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

/** The table {@code documents} and the operations on it. */
record UserDocuments(Table table) {

  /** Rows of a page of a verification. */
  private static final int PAGE = 1000;

  private static final List<String> COLUMNS = List.of(OWNER, LID, STAMP, KIND, BODY);
  private static final List<String> CONTENT = List.of(STAMP, KIND, BODY);
  private static final Param THE_OWNER = new Param("owner", Type.UNSIGNED32);
  private static final Param THE_LID = new Param("lid", Type.UNSIGNED64);

  private static Predicate ofOwner() {
    return new Predicate.Equal(OWNER, slot("owner"));
  }

  private static Predicate at() {
    return new Predicate.AllOf(List.of(ofOwner(), new Predicate.Equal(LID, slot("lid"))));
  }

  /** Inserts documents. Slots: owner_id, lid, stamp, kind, body. */
  Op insert(String name, int rows) {
    List<Param> params =
        COLUMNS.stream().map(column -> new Param(column, table.column(column).type())).toList();
    return new Op.Insert(
        name, params, table, COLUMNS, COLUMNS.stream().map(Value::slot).toList(), rows);
  }

  /**
   * Reads the documents of an owner in the order of lid: lid, stamp, and unless only stamps are
   * read kind and body. Slots: owner.
   */
  Op.Read scanOwner(boolean stamps) {
    Select select = stamps ? Select.columns(LID, STAMP) : Select.columns(LID, STAMP, KIND, BODY);
    return new Op.Read("scan_owner", List.of(THE_OWNER), table, select, ofOwner())
        .orderBy(LID)
        .streaming();
  }

  /** Reads the greatest lid of an owner, or no row. Slots: owner. */
  Op lastLid() {
    return new Op.Read("last_lid", List.of(THE_OWNER), table, Select.columns(LID), ofOwner())
        .lastBy(LID);
  }

  /** Changes a document. Slots: stamp, kind, body, owner, lid. */
  Op update() {
    List<Param> params =
        Stream.concat(
                CONTENT.stream().map(column -> new Param(column, table.column(column).type())),
                Stream.of(THE_OWNER, THE_LID))
            .toList();
    List<Assignment> assignments =
        CONTENT.stream().<Assignment>map(c -> new Assignment.Set(c, slot(c))).toList();
    return new Op.Update("update_document", params, table, assignments, at());
  }

  /** Deletes a document. Slots: owner, lid. */
  Op delete() {
    return new Op.Delete("delete_document", List.of(THE_OWNER, THE_LID), table, at());
  }

  /** Reads a document's lid, or no row. Slots: owner, lid. */
  Op find() {
    return new Op.Read(
        "find_document", List.of(THE_OWNER, THE_LID), table, Select.columns(LID), at());
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
            Select.whole(LID, STAMP, KIND, BODY),
            new Predicate.AllOf(
                List.of(ofOwner(), new Predicate.Between(LID, slot("low"), slot("high")))));
    return new KeysetPager(session, page.orderBy(LID).limit(PAGE), 0);
  }
}
