package io.stallmark.linkbench.schema;

import static io.stallmark.linkbench.schema.GraphTables.DATA;
import static io.stallmark.linkbench.schema.GraphTables.ID;
import static io.stallmark.linkbench.schema.GraphTables.NODE_TYPE;
import static io.stallmark.linkbench.schema.GraphTables.TIME;
import static io.stallmark.linkbench.schema.GraphTables.TYPE;
import static io.stallmark.linkbench.schema.GraphTables.VERSION;
import static io.stallmark.model.Predicate.all;
import static io.stallmark.model.Predicate.between;
import static io.stallmark.model.Predicate.equal;
import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements on nodes. Slots are numbered from 0 in the order in which the Javadoc names them.
 * Times are in seconds.
 *
 * @param countsVersions whether an update increments the version of a node; otherwise it sets the
 *     version to 2
 */
public record NodeStatements(Table nodes, boolean countsVersions) {

  private static final Predicate OF_ID_AND_TYPE = all(equal(ID), equal(TYPE, NODE_TYPE));

  public NodeStatements(GraphTables tables, boolean countsVersions) {
    this(tables.nodes(), countsVersions);
  }

  /** Inserts nodes of version 1. Slots: time, data, id. */
  public Op.Insert load(int rows, Form form) {
    return insert("load_nodes", List.of(TIME, DATA, ID), rows, form);
  }

  /** Inserts a node whose id the client chooses. Slots: time, data, id. */
  public Op insert() {
    return insert("insert_node", List.of(TIME, DATA, ID), 1, Form.PLAIN);
  }

  /** Inserts a node whose id the database generates. Slots: time, data. */
  public Op insertNumbered() {
    return insert("insert_node", List.of(TIME, DATA), 1, Form.PLAIN).returningKey();
  }

  private Op.Insert insert(String name, List<String> given, int rows, Form form) {
    List<String> columns = new ArrayList<>(given);
    columns.addAll(List.of(TYPE, VERSION));
    List<Value> values = new ArrayList<>(given.stream().map(Value::slot).toList());
    values.addAll(List.of(literal(NODE_TYPE), literal(1)));
    return new Op.Insert(name, nodes, columns, values, rows, form);
  }

  /** Updates time, data and version of a node. Slots: time, data, id. */
  public Op change() {
    return new Op.Update(
        "change_node",
        nodes,
        List.of(
            countsVersions
                ? new Assignment.Add(VERSION, literal(1))
                : new Assignment.Set(VERSION, literal(2)),
            new Assignment.Set(TIME, slot(TIME)),
            new Assignment.Set(DATA, slot(DATA))),
        OF_ID_AND_TYPE);
  }

  /** Deletes a node. Slots: id. */
  public Op delete() {
    return new Op.Delete("remove_node", nodes, OF_ID_AND_TYPE);
  }

  /** Reads id, type, version, time and data of a node. Slots: id. */
  public Op read() {
    return new Op.Read(
        "read_node", nodes, Select.columns(ID, TYPE, VERSION, TIME, DATA), equal(ID));
  }

  /** Counts the nodes of a range. Slots: lower and upper bound of id, both inclusive. */
  public Op count() {
    return new Op.Read("count_nodes", nodes, new Select.Count(), between(ID));
  }

  /** Reads the greatest node id, or no row. No slots. */
  public Op lastId() {
    return new Op.Read("last_node", nodes, Select.columns(ID)).lastBy(ID);
  }

  /**
   * Reads the time of the first node of version 1, or no row. Slots: lower and upper bound of id,
   * both inclusive.
   */
  public Op firstUnchanged() {
    return new Op.Read(
            "first_unchanged_node",
            nodes,
            Select.columns(TIME),
            all(between(ID), equal(VERSION, 1)))
        .orderBy(ID)
        .limit(1);
  }
}
