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

/** The reads of a verification. */
final class GraphReads {

  /** Of a link, in this order. */
  static final Select LINK = Select.columns(ID1, ID2, VISIBILITY, TIME, VERSION, DATA);

  private static final Predicate OF_TYPE = new Predicate.Equal(LINK_TYPE, slot(LINK_TYPE));
  private static final Predicate OF_ID1 = new Predicate.Equal(ID1, slot(ID1));

  private GraphReads() {}

  /** Links of a type in the order of id1. Slots: link_type, and the ends of the range of id1. */
  static Op.Read links(Table links, int limit) {
    return new Op.Read("verify_links", params(LINK_TYPE), links, LINK, all(OF_TYPE, between(ID1)))
        .orderBy(ID1)
        .limit(limit);
  }

  /** A list in the order of id2. Slots: link_type, id1, and the ends of the range of id2. */
  static Op.Read list(Table links, int limit) {
    return new Op.Read(
            "verify_list", params(LINK_TYPE, ID1), links, LINK, all(OF_TYPE, OF_ID1, between(ID2)))
        .orderBy(ID2)
        .limit(limit);
  }

  /** Id, link_type, count, time and version. Slots: the ends of the range of id. */
  static Op counts(Table counts) {
    return new Op.Read(
        "verify_counts",
        params(),
        counts,
        Select.columns(ID, LINK_TYPE, COUNT, TIME, VERSION),
        between(ID));
  }

  /** Id, type, version, time, data in the order of id. Slots: the ends of the range of id. */
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

  /** How many rows a table has. No slots. */
  static Op rows(Table table) {
    return new Op.Read("count_rows", List.of(), table, new Select.Count(), new Predicate.All());
  }

  private static Predicate all(Predicate... predicates) {
    return new Predicate.AllOf(List.of(predicates));
  }

  private static Predicate between(String column) {
    return new Predicate.Between(column, slot("low"), slot("high"));
  }

  /** These, then the ends of a range. */
  private static List<Param> params(String... columns) {
    return Stream.concat(Arrays.stream(columns), Stream.of("low", "high"))
        .map(name -> new Param(name, Type.UNSIGNED64))
        .toList();
  }
}
