package io.stallmark.model;

/** How a table's rows are laid out, beyond its keys. */
public sealed interface Arrangement {

  Arrangement PLAIN = new Plain();

  /** As the keys say. */
  record Plain() implements Arrangement {}

  /**
   * In partitions by the hash of a column.
   *
   * @param partitions how many
   */
  record Partitioned(String column, int partitions) implements Arrangement {}

  /**
   * As the database's own time series.
   *
   * @param time the column of the moment, in seconds since 1970
   * @param meta the column that tells the series apart
   */
  record TimeSeries(String time, String meta) implements Arrangement {}
}
