package io.stallmark.linkbench.schema;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.TableLayout.Partitioned.By;
import io.stallmark.model.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Links, how many visible ones each node has of a type, and nodes.
 *
 * @param links every column is in the index {@link #LIST_INDEX} too, so that the table is stored
 *     twice, in effect
 * @param counts one row for each node and type that ever had a link
 */
public record GraphTables(Table links, Table counts, Table nodes) {

  public static final String ID1 = "id1";
  public static final String ID2 = "id2";
  public static final String LINK_TYPE = "link_type";
  public static final String VISIBILITY = "visibility";
  public static final String DATA = "data";
  public static final String TIME = "time";
  public static final String VERSION = "version";
  public static final String ID = "id";
  public static final String TYPE = "type";
  public static final String COUNT = "count";

  /** The number of the first type of link; the others follow. */
  public static final long FIRST_LINK_TYPE = 123_456_789;

  /** The one type of node. */
  public static final long NODE_TYPE = 2048;

  static final String LIST_INDEX = "id1_type";

  private static final int MOST_LINK_DATA = 255;

  /** What a {@code MEDIUMTEXT} may hold as LinkBench limits it. */
  private static final int MOST_NODE_DATA = 1 << 20;

  /** What identifies a link and a count. */
  public enum Layout {
    /** The key itself, which is a primary key or, in a document, its {@code _id}. */
    KEYS,
    /**
     * A number of the database's own, and a unique index beside it, as the port to MongoDB of 2015
     * has it.
     */
    OBJECT_IDS
  }

  /**
   * @param partitions of the links, by id1; 0: none
   * @param numbered whether the database numbers nodes
   */
  public static GraphTables of(Layout layout, int partitions, boolean numbered) {
    return new GraphTables(links(layout, partitions), counts(layout), nodes(numbered));
  }

  public List<Table> all() {
    return List.of(links, counts, nodes);
  }

  private static Table links(Layout layout, int partitions) {
    List<String> key = List.of(LINK_TYPE, ID1, ID2);
    List<Index> indexes = new ArrayList<>();
    if (layout == Layout.OBJECT_IDS) {
      indexes.add(new Index("link_key", key, true));
    }
    indexes.add(
        new Index(
            LIST_INDEX, List.of(ID1, LINK_TYPE, VISIBILITY, TIME, ID2, VERSION, DATA), false));
    return new Table(
        "linktable",
        List.of(
            zero(ID1, Type.UNSIGNED64),
            zero(ID2, Type.UNSIGNED64),
            zero(LINK_TYPE, Type.UNSIGNED64),
            zero(VISIBILITY, Type.INT8),
            zero(DATA, new Type.Bytes(MOST_LINK_DATA)),
            zero(TIME, Type.UNSIGNED64),
            zero(VERSION, Type.UNSIGNED32)),
        layout == Layout.KEYS ? key : List.of(),
        indexes,
        partitions > 0 ? new TableLayout.Partitioned(ID1, partitions, By.KEY) : TableLayout.PLAIN,
        Map.of());
  }

  private static Table counts(Layout layout) {
    List<String> key = List.of(ID, LINK_TYPE);
    boolean keys = layout == Layout.KEYS;
    return new Table(
        "counttable",
        List.of(
            zero(ID, Type.UNSIGNED64),
            zero(LINK_TYPE, Type.UNSIGNED64),
            zero(COUNT, Type.UNSIGNED32),
            zero(TIME, Type.UNSIGNED64),
            zero(VERSION, Type.UNSIGNED64)),
        keys ? key : List.of(),
        keys ? List.of() : List.of(new Index("count_key", key, true)),
        Map.of());
  }

  private static Table nodes(boolean numbered) {
    return new Table(
        "nodetable",
        List.of(
            new Column(ID, Type.UNSIGNED64, numbered ? Fill.AUTO_INCREMENT : Fill.REQUIRED),
            new Column(TYPE, Type.UNSIGNED32, Fill.REQUIRED),
            new Column(VERSION, Type.UNSIGNED64, Fill.REQUIRED),
            new Column(TIME, Type.UNSIGNED32, Fill.REQUIRED),
            new Column(DATA, new Type.Bytes(MOST_NODE_DATA), Fill.REQUIRED)),
        List.of(ID),
        List.of(),
        Map.of());
  }

  private static Column zero(String name, Type type) {
    return new Column(name, type, Fill.ZERO);
  }
}
