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
import static io.stallmark.model.Value.slot;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Statements of a verification. */
final class GraphReads {

  /** Columns of a link in the order in which they are read. */
  static final Select LINK = Select.columns(ID1, ID2, VISIBILITY, TIME, VERSION, DATA);

  private static final Predicate OF_TYPE = new Predicate.Equal(LINK_TYPE, slot(LINK_TYPE));
  private static final Predicate OF_ID1 = new Predicate.Equal(ID1, slot(ID1));

  private GraphReads() {}

  /**
   * Reads links of a type in the order of id1. Slots: link_type, lower and upper bound of id1, both
   * inclusive.
   */
  static Op.Read links(Table links, int limit) {
    return new Op.Read("verify_links", params(LINK_TYPE), links, LINK, all(OF_TYPE, between(ID1)))
        .orderBy(ID1)
        .limit(limit);
  }

  /**
   * Reads a list in the order of id2. Slots: link_type, id1, lower and upper bound of id2, both
   * inclusive.
   */
  static Op.Read list(Table links, int limit) {
    return new Op.Read(
            "verify_list", params(LINK_TYPE, ID1), links, LINK, all(OF_TYPE, OF_ID1, between(ID2)))
        .orderBy(ID2)
        .limit(limit);
  }

  /**
   * Reads id, link_type, count, time and version of counts. Slots: lower and upper bound of id,
   * both inclusive.
   */
  static Op counts(Table counts) {
    return new Op.Read(
        "verify_counts",
        params(),
        counts,
        Select.columns(ID, LINK_TYPE, COUNT, TIME, VERSION),
        between(ID));
  }

  /**
   * Reads id, type, version, time and data of nodes in the order of id. Slots: lower and upper
   * bound of id, both inclusive.
   */
  static Op.Read nodes(Table nodes, int limit) {
    return new Op.Read(
            "verify_nodes",
            params(),
            nodes,
            Select.columns(ID, TYPE, VERSION, TIME, DATA),
            between(ID))
        .orderBy(ID)
        .limit(limit);
  }

  /** Counts the rows of a table. No slots. */
  static Op rows(Table table) {
    return new Op.Read("count_rows", List.of(), table, new Select.Count(), new Predicate.All());
  }

  private static Predicate all(Predicate... predicates) {
    return new Predicate.AllOf(List.of(predicates));
  }

  private static Predicate between(String column) {
    return new Predicate.Between(column, slot("low"), slot("high"));
  }

  /** Parameters for the columns, followed by the bounds of a range. */
  private static List<Param> params(String... columns) {
    return Stream.concat(Arrays.stream(columns), Stream.of("low", "high"))
        .map(name -> new Param(name, Type.UNSIGNED64))
        .toList();
  }
}
