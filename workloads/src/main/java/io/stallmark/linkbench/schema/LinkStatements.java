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
import static io.stallmark.model.Predicate.all;
import static io.stallmark.model.Predicate.equal;
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
import java.util.ArrayList;
import java.util.List;

/**
 * Statements on links and their counts. Slots are numbered from 0 in the order in which the Javadoc
 * names them.
 *
 * @param tells whether {@link #put} and {@link #hide} return the visibility before them
 */
public record LinkStatements(Table links, Table counts, boolean tells) {

  /** Columns of a link in the order in which they are read. */
  public static final List<String> LINK =
      List.of(ID1, ID2, LINK_TYPE, VISIBILITY, DATA, TIME, VERSION);

  private static final List<String> GIVEN = List.of(LINK_TYPE, ID1, ID2, TIME, DATA);
  private static final List<String> COUNTED = List.of(ID, LINK_TYPE, TIME);
  private static final Predicate OF_KEY = all(equal(LINK_TYPE), equal(ID1), equal(ID2));
  private static final Predicate OF_COUNT = all(equal(ID), equal(LINK_TYPE));

  public LinkStatements(GraphTables tables) {
    this(tables.links(), tables.counts(), tables.tells());
  }

  /** Inserts visible links of version 0. Slots: link_type, id1, id2, time, data. */
  public Op.Insert load(int rows, Form form) {
    return insert("load_links", rows, form);
  }

  /**
   * Inserts a visible link of version 0. Slots: link_type, id1, id2, time, data.
   *
   * <p>If the link exists, only sets its visibility to 1. The outcome is {@code INSERTED} for a new
   * link, {@code CHANGED} for a hidden one and {@code UNCHANGED} for a visible one.
   *
   * <p>If changes return the values before them, overwrites an existing link and returns the
   * visibility that it had.
   */
  public Op put() {
    Op.Insert put = insert("put_link", 1, Form.PLAIN);
    return tells
        ? put.onConflict(overwrite()).telling(VISIBILITY)
        : put.onConflict(new Assignment.Set(VISIBILITY, literal(1)));
  }

  private Op.Insert insert(String name, int rows, Form form) {
    return new Op.Insert(
        name,
        links,
        List.of(LINK_TYPE, ID1, ID2, TIME, DATA, VISIBILITY, VERSION),
        List.of(
            slot(LINK_TYPE), slot(ID1), slot(ID2), slot(TIME), slot(DATA), literal(1), literal(0)),
        rows,
        form);
  }

  private static Assignment[] overwrite() {
    return new Assignment[] {
      new Assignment.Set(VISIBILITY, literal(1)),
      new Assignment.Set(DATA, slot(DATA)),
      new Assignment.Set(TIME, slot(TIME)),
      new Assignment.Set(VERSION, literal(0))
    };
  }

  /**
   * Updates data and time of a link, makes it visible and sets its version to 0. Slots: link_type,
   * id1, id2, time, data.
   */
  public Op change() {
    return new Op.Update("change_link", links.slots(GIVEN), links, List.of(overwrite()), OF_KEY);
  }

  /** Reads and locks the visibility of a link that is to be hidden. Slots: link_type, id1, id2. */
  public Op lock() {
    return new Op.Read("lock_link", links, Select.columns(VISIBILITY), OF_KEY).lock();
  }

  /**
   * Sets the visibility of a link to 0. Returns the visibility before if changes do that. Slots:
   * link_type, id1, id2.
   */
  public Op hide() {
    Op.Update hide =
        new Op.Update(
            "hide_link", links, List.of(new Assignment.Set(VISIBILITY, literal(0))), OF_KEY);
    return tells ? hide.telling(VISIBILITY) : hide;
  }

  /** Inserts counts of version 0. Slots: id, link_type, count, time. */
  public Op.Insert loadCounts(int rows, Form form) {
    return new Op.Insert(
        "load_counts",
        counts,
        List.of(ID, LINK_TYPE, COUNT, TIME, VERSION),
        List.of(slot(ID), slot(LINK_TYPE), slot(COUNT), slot(TIME), literal(0)),
        rows,
        form);
  }

  /**
   * Increments a count; inserts 1 if there is no row. The version of such a row is 0; if changes
   * return the values before them, it is 1, so that the statement is an increment alone. Slots: id,
   * link_type, time.
   */
  public Op raise() {
    return count("raise_count", 1, tells ? 1 : 0, new Assignment.Add(COUNT, literal(1)));
  }

  /**
   * Decrements a count, not below 0; inserts 0 if there is no row. If changes return the values
   * before them, only decrements: a visible link has been counted. Slots: id, link_type, time.
   */
  public Op lower() {
    return tells
        ? new Op.Update(
            "lower_count",
            counts.slots(COUNTED),
            counts,
            List.of(counting(new Assignment.Add(COUNT, literal(-1)))),
            OF_COUNT)
        : count("lower_count", 0, 0, new Assignment.SubtractFloored(COUNT, 1));
  }

  private Op count(String name, long first, long version, Assignment otherwise) {
    return new Op.Insert(
            name,
            counts,
            List.of(ID, LINK_TYPE, COUNT, TIME, VERSION),
            List.of(slot(ID), slot(LINK_TYPE), literal(first), slot(TIME), literal(version)),
            1,
            Form.PLAIN)
        .onConflict(counting(otherwise));
  }

  private static Assignment[] counting(Assignment count) {
    return new Assignment[] {
      count, new Assignment.Add(VERSION, literal(1)), new Assignment.Set(TIME, slot(TIME))
    };
  }

  /**
   * Reads the number of visible links of a node and link type; no row means 0. Slots: id,
   * link_type.
   */
  public Op readCount() {
    return new Op.Read("read_count", counts, Select.columns(COUNT), OF_COUNT);
  }

  /**
   * Reads links to several ids, including hidden links. Slots: link_type, id1, and the list of id2.
   */
  public Op some() {
    Param ids = new Param(ID2, links.column(ID2).type(), MultigetSize.MOST);
    Predicate some = new Predicate.In(ID2, List.of(Value.each(ID2)));
    Predicate where = all(equal(LINK_TYPE), equal(ID1), some);
    List<Param> params = new ArrayList<>(links.slots(List.of(LINK_TYPE, ID1)));
    params.add(ids);
    return new Op.Read("read_links", params, links, new Select.Columns(LINK), where);
  }

  /** Reads the latest visible links, latest first. Slots: id1, link_type. */
  public Op list(long limit) {
    return read("list_links", literal(Long.MAX_VALUE))
        .lastBy(TIME, limit)
        .using(GraphTables.LIST_INDEX);
  }

  /**
   * Reads the visible links up to a time, latest first, and skips the first one. The previous list
   * ended with that link. Slots: id1, link_type, time.
   */
  public Op listOlder(long limit) {
    return read("list_older_links", slot(TIME))
        .lastBy(TIME, limit)
        .skip(1)
        .using(GraphTables.LIST_INDEX);
  }

  private Op.Read read(String name, Value latest) {
    Predicate until = new Predicate.Between(TIME, literal(0), latest);
    return new Op.Read(
        name,
        links,
        new Select.Columns(LINK),
        all(equal(ID1), equal(LINK_TYPE), equal(VISIBILITY, 1), until));
  }
}
