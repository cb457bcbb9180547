package io.stallmark.linkbench.verify;

import static io.stallmark.linkbench.schema.GraphTables.COUNT;
import static io.stallmark.linkbench.schema.GraphTables.DATA;
import static io.stallmark.linkbench.schema.GraphTables.ID;
import static io.stallmark.linkbench.schema.GraphTables.ID1;
import static io.stallmark.linkbench.schema.GraphTables.ID2;
import static io.stallmark.linkbench.schema.GraphTables.LINK_TYPE;
import static io.stallmark.linkbench.schema.GraphTables.TIME;
import static io.stallmark.linkbench.schema.GraphTables.TYPE;
import static io.stallmark.linkbench.schema.GraphTables.VERSION;
import static io.stallmark.linkbench.schema.GraphTables.VISIBILITY;
import static io.stallmark.model.Predicate.all;
import static io.stallmark.model.Predicate.between;
import static io.stallmark.model.Predicate.equal;

import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;

/** Statements of a verification. They read whole rows. */
final class GraphReads {

  /** Columns of a link in the order in which they are read. */
  private static final Select LINK = Select.whole(ID1, ID2, VISIBILITY, TIME, VERSION, DATA);

  private GraphReads() {}

  /**
   * Reads links of a type in the order of id1. Slots: link_type, lower and upper bound of id1, both
   * inclusive.
   */
  static Op.Read links(Table links, int limit) {
    return new Op.Read("verify_links", links, LINK, all(equal(LINK_TYPE), between(ID1)))
        .orderBy(ID1)
        .limit(limit);
  }

  /**
   * Reads id, link_type, count, time and version of counts. Slots: lower and upper bound of id,
   * both inclusive.
   */
  static Op counts(Table counts) {
    return new Op.Read(
        "verify_counts", counts, Select.whole(ID, LINK_TYPE, COUNT, TIME, VERSION), between(ID));
  }

  /**
   * Reads id, type, version, time and data of nodes in the order of id. Slots: lower and upper
   * bound of id, both inclusive.
   */
  static Op.Read nodes(Table nodes, int limit) {
    return new Op.Read(
            "verify_nodes", nodes, Select.whole(ID, TYPE, VERSION, TIME, DATA), between(ID))
        .orderBy(ID)
        .limit(limit);
  }

  /** Counts the rows of a table. No slots. */
  static Op rows(Table table) {
    return new Op.Read("count_rows", table, new Select.Count());
  }
}
