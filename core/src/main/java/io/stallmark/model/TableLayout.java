package io.stallmark.model;

/** How a table's rows are laid out, beyond its keys. */
public sealed interface TableLayout {

  TableLayout PLAIN = new Plain();

  /** As the keys say. */
  record Plain() implements TableLayout {}

  /**
   * In partitions by a column.
   *
   * @param partitions how many
   */
  record Partitioned(String column, int partitions, By by) implements TableLayout {

    /** How the column's value leads to a partition. */
    public enum By {
      /** By the value itself, modulo the number of partitions. */
      HASH,
      /** By a hash of the database's own. */
      KEY
    }

    public Partitioned(String column, int partitions) {
      this(column, partitions, By.HASH);
    }
  }

  /**
   * As the database's own time series.
   *
   * @param time the column of the moment, in seconds since 1970
   * @param meta the column that tells the series apart
   */
  record TimeSeries(String time, String meta) implements TableLayout {}
}
