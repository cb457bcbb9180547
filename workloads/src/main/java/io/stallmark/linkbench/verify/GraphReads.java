package io.stallmark.linkbench.verify;

import static io.stallmark.linkbench.schema.Conditions.all;
import static io.stallmark.linkbench.schema.Conditions.between;
import static io.stallmark.linkbench.schema.Conditions.equal;
import static io.stallmark.linkbench.schema.Conditions.slots;
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

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import java.util.List;

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
    return new Op.Read(
            "verify_links",
            slots(LINK_TYPE, "low", "high"),
            links,
            LINK,
            all(equal(LINK_TYPE), between(ID1)))
        .orderBy(ID1)
        .limit(limit);
  }

  /**
   * Reads id, link_type, count, time and version of counts. Slots: lower and upper bound of id,
   * both inclusive.
   */
  static Op counts(Table counts) {
    return new Op.Read(
        "verify_counts",
        slots("low", "high"),
        counts,
        Select.whole(ID, LINK_TYPE, COUNT, TIME, VERSION),
        between(ID));
  }

  /**
   * Reads id, type, version, time and data of nodes in the order of id. Slots: lower and upper
   * bound of id, both inclusive.
   */
  static Op.Read nodes(Table nodes, int limit) {
    return new Op.Read(
            "verify_nodes",
            slots("low", "high"),
            nodes,
            Select.whole(ID, TYPE, VERSION, TIME, DATA),
            between(ID))
        .orderBy(ID)
        .limit(limit);
  }

  /** Counts the rows of a table. No slots. */
  static Op rows(Table table) {
    return new Op.Read("count_rows", List.of(), table, new Select.Count(), new Predicate.All());
  }
}
