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
 * Tables of the social graph: links, counts of visible links per node and link type, and nodes.
 *
 * @param links table of links; the index {@link #LIST_INDEX} contains every column, so that the
 *     table is in effect stored twice
 * @param counts table with one row for each node and link type that ever had a link
 * @param nodes table of nodes
 * @param tells whether changes of links return the values before them, so that fewer statements
 *     suffice
 */
public record GraphTables(Table links, Table counts, Table nodes, boolean tells) {

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

  /** Number of the first link type; the other types follow. */
  public static final long FIRST_LINK_TYPE = 123_456_789;

  /** Type of all nodes. */
  public static final long NODE_TYPE = 2048;

  static final String LIST_INDEX = "id1_type";

  private static final int MOST_LINK_DATA = 255;

  /**
   * Maximum size of a node's data in bytes: LinkBench's limit for its {@code MEDIUMTEXT} column.
   */
  private static final int MOST_NODE_DATA = 1 << 20;

  /** Primary keys of the link and count tables. */
  public enum Layout {
    /** The key columns are the primary key. In a document database they form the {@code _id}. */
    KEYS,
    /**
     * The database generates the primary key, and a unique index covers the key columns. The
     * MongoDB port of 2015 has this layout.
     */
    OBJECT_IDS
  }

  /**
   * @param partitions number of partitions of the link table, by id1; 0: not partitioned
   * @param numbered whether the database generates the ids of nodes
   * @param tells whether changes return the values before them. Such databases store documents, and
   *     counts of 64 bits as LinkBench does there
   */
  public static GraphTables of(Layout layout, int partitions, boolean numbered, boolean tells) {
    return new GraphTables(
        links(layout, partitions), counts(layout, tells), nodes(numbered), tells);
  }

  public List<Table> all() {
    return List.of(links, counts, nodes);
  }

  /** Layout of the table of links; 0 partitions: none. */
  public static TableLayout arrangement(int partitions) {
    return partitions > 0
        ? new TableLayout.Partitioned(ID1, partitions, By.KEY)
        : TableLayout.PLAIN;
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
        arrangement(partitions),
        Map.of());
  }

  private static Table counts(Layout layout, boolean wide) {
    List<String> key = List.of(ID, LINK_TYPE);
    boolean keys = layout == Layout.KEYS;
    return new Table(
        "counttable",
        List.of(
            zero(ID, Type.UNSIGNED64),
            zero(LINK_TYPE, Type.UNSIGNED64),
            zero(COUNT, wide ? Type.UNSIGNED64 : Type.UNSIGNED32),
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
