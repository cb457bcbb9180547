package io.stallmark.model;

import java.util.List;
import java.util.Map;

/** Physical layout of a table's rows, in addition to its keys. */
public sealed interface TableLayout {

  TableLayout PLAIN = new Plain();

  /** The layout that follows from the keys. */
  record Plain() implements TableLayout {}

  /** Rows are stored in the order of the primary key. */
  record Clustered() implements TableLayout {}

  /**
   * Partitioned by a column.
   *
   * @param partitions number of partitions
   */
  record Partitioned(String column, int partitions, By by) implements TableLayout {

    /** How the value of the column determines the partition. */
    public enum By {
      /** The value modulo the number of partitions. */
      HASH,
      /** A hash function of the database. */
      KEY
    }

    public Partitioned(String column, int partitions) {
      this(column, partitions, By.HASH);
    }
  }

  /**
   * A native time series of the database.
   *
   * @param time column of the timestamp, in seconds since 1970
   * @param meta column that identifies the series
   */
  record TimeSeries(String time, String meta) implements TableLayout {}

  /**
   * Layout of a table that native texts create. Only its name is compared with an existing table.
   *
   * @param texts texts that create the table and its indexes, by binding name or by {@link
   *     Op.Native#SQL}
   */
  record Native(Map<String, List<String>> texts) implements TableLayout {
    public Native {
      texts = Map.copyOf(texts);
    }

    /** Returns the texts for a SQL database; empty: there are none. */
    public List<String> sql(String binding) {
      return texts.getOrDefault(binding, texts.getOrDefault(Op.Native.SQL, List.of()));
    }
  }

  /**
   * Layout of a table that no workload declares: its columns are as found. SQL databases quote its
   * names.
   *
   * @param documents whether its rows have no columns: each is a whole document, the only value of
   *     the operations
   * @param created false: a collection that does not exist until the first insert
   */
  record Existing(boolean documents, boolean created) implements TableLayout {}
}
