package io.stallmark.linkbench.schema;

import static io.stallmark.linkbench.schema.GraphTables.COUNT;
import static io.stallmark.linkbench.schema.GraphTables.DATA;
import static io.stallmark.linkbench.schema.GraphTables.ID;
import static io.stallmark.linkbench.schema.GraphTables.ID1;
import static io.stallmark.linkbench.schema.GraphTables.ID2;
import static io.stallmark.linkbench.schema.GraphTables.LINK_TYPE;
import static io.stallmark.linkbench.schema.GraphTables.TIME;
import static io.stallmark.linkbench.schema.GraphTables.VERSION;
import static io.stallmark.linkbench.schema.GraphTables.VISIBILITY;
import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;

import io.stallmark.linkbench.data.MultigetSize;
import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import java.util.List;

/** The statements about links and their counts. Slots are numbered from 0 as they are named. */
public record LinkStatements(Table links, Table counts) {

  /** The columns of a link that is read, in this order. */
  public static final List<String> LINK =
      List.of(ID1, ID2, LINK_TYPE, VISIBILITY, DATA, TIME, VERSION);

  private static final List<String> GIVEN = List.of(LINK_TYPE, ID1, ID2, TIME, DATA);
  private static final List<String> KEY = List.of(LINK_TYPE, ID1, ID2);

  public LinkStatements(GraphTables tables) {
    this(tables.links(), tables.counts());
  }

  /** Visible links of version 0. Slots: link_type, id1, id2, time, data. */
  public Op.Insert load(int rows) {
    return load(rows, Form.PLAIN);
  }

  /** The same in another form. */
  public Op.Insert load(int rows, Form form) {
    return insert("load_links", rows, form);
  }

  /**
   * A visible link of version 0, which one that is there becomes as to its visibility alone:
   * whether it was there, and visible, is the outcome. Slots: link_type, id1, id2, time, data.
   */
  public Op put() {
    return insert("put_link", 1, Form.PLAIN).onConflict(new Assignment.Set(VISIBILITY, literal(1)));
  }

  private Op.Insert insert(String name, int rows, Form form) {
    List<Param> params = params(links, GIVEN);
    return new Op.Insert(
        name,
        params,
        links,
        List.of(LINK_TYPE, ID1, ID2, TIME, DATA, VISIBILITY, VERSION),
        List.of(
            slot(LINK_TYPE), slot(ID1), slot(ID2), slot(TIME), slot(DATA), literal(1), literal(0)),
        rows,
        form);
  }

  /** Slots: link_type, id1, id2, time, data. */
  public Op change() {
    return new Op.Update(
        "change_link",
        params(links, GIVEN),
        links,
        List.of(
            new Assignment.Set(VISIBILITY, literal(1)),
            new Assignment.Set(DATA, slot(DATA)),
            new Assignment.Set(TIME, slot(TIME)),
            new Assignment.Set(VERSION, literal(0))),
        ofKey());
  }

  /** The visibility of a link that is to be hidden. Slots: link_type, id1, id2. */
  public Op lock() {
    return new Op.Read("lock_link", params(links, KEY), links, Select.columns(VISIBILITY), ofKey())
        .lock();
  }

  /** Slots: link_type, id1, id2. */
  public Op hide() {
    return new Op.Update(
        "hide_link",
        params(links, KEY),
        links,
        List.of(new Assignment.Set(VISIBILITY, literal(0))),
        ofKey());
  }

  /** Slots: id, link_type, count, time. */
  public Op.Insert loadCounts(int rows) {
    return loadCounts(rows, Form.PLAIN);
  }

  /** The same in another form. */
  public Op.Insert loadCounts(int rows, Form form) {
    return new Op.Insert(
        "load_counts",
        params(counts, List.of(ID, LINK_TYPE, COUNT, TIME)),
        counts,
        List.of(ID, LINK_TYPE, COUNT, TIME, VERSION),
        List.of(slot(ID), slot(LINK_TYPE), slot(COUNT), slot(TIME), literal(0)),
        rows,
        form);
  }

  /** One more; 1 where there was none. Slots: id, link_type, time. */
  public Op raise() {
    return count("raise_count", 1, new Assignment.Add(COUNT, literal(1)));
  }

  /** One less; 0 where there was none. Slots: id, link_type, time. */
  public Op lower() {
    return count("lower_count", 0, new Assignment.SubtractFloored(COUNT, 1));
  }

  private Op count(String name, long first, Assignment otherwise) {
    return new Op.Insert(
            name,
            params(counts, List.of(ID, LINK_TYPE, TIME)),
            counts,
            List.of(ID, LINK_TYPE, COUNT, TIME, VERSION),
            List.of(slot(ID), slot(LINK_TYPE), literal(first), slot(TIME), literal(0)),
            1)
        .onConflict(
            otherwise,
            new Assignment.Add(VERSION, literal(1)),
            new Assignment.Set(TIME, slot(TIME)));
  }

  /** How many visible links a node has; no row stands for 0. Slots: id, link_type. */
  public Op readCount() {
    return new Op.Read(
        "read_count",
        params(counts, List.of(ID, LINK_TYPE)),
        counts,
        Select.columns(COUNT),
        both(equal(ID), equal(LINK_TYPE)));
  }

  /** Links to several ids, hidden ones too. Slots: link_type, id1, and the list of id2. */
  public Op some() {
    Param ids = new Param(ID2, links.column(ID2).type(), MultigetSize.MOST);
    Predicate some = new Predicate.In(ID2, List.of(Value.each(ID2)));
    return read(
        "read_links",
        List.of(param(links, LINK_TYPE), param(links, ID1), ids),
        new Predicate.AllOf(List.of(equal(LINK_TYPE), equal(ID1), some)));
  }

  /** The latest visible links, latest first. Slots: id1, link_type. */
  public Op list(long limit) {
    return read(
            "list_links", params(links, List.of(ID1, LINK_TYPE)), until(literal(Long.MAX_VALUE)))
        .lastBy(TIME, limit)
        .using(GraphTables.LIST_INDEX);
  }

  /**
   * The visible links before a moment, latest first, but for the first of them, which an earlier
   * list ended with. Slots: id1, link_type, time.
   */
  public Op listOlder(long limit) {
    return read("list_older_links", params(links, List.of(ID1, LINK_TYPE, TIME)), until(slot(TIME)))
        .lastBy(TIME, limit)
        .skip(1)
        .using(GraphTables.LIST_INDEX);
  }

  private static Predicate until(Value latest) {
    return new Predicate.AllOf(
        List.of(
            equal(ID1),
            equal(LINK_TYPE),
            new Predicate.Equal(VISIBILITY, literal(1)),
            new Predicate.Between(TIME, literal(0), latest)));
  }

  private Op.Read read(String name, List<Param> params, Predicate where) {
    return new Op.Read(name, params, links, new Select.Columns(LINK), where);
  }

  private static Predicate ofKey() {
    return new Predicate.AllOf(List.of(equal(LINK_TYPE), equal(ID1), equal(ID2)));
  }

  private static Predicate both(Predicate one, Predicate other) {
    return new Predicate.AllOf(List.of(one, other));
  }

  private static Predicate equal(String column) {
    return new Predicate.Equal(column, slot(column));
  }

  static List<Param> params(Table table, List<String> columns) {
    return columns.stream().map(column -> param(table, column)).toList();
  }

  private static Param param(Table table, String column) {
    return new Param(column, table.column(column).type());
  }
}
