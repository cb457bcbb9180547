package io.stallmark.model;

/** An aggregate function applied to one column of the selected rows. */
public record Aggregate(Function function, String column) {

  /** The aggregate function. */
  public enum Function {
    COUNT,
    MIN,
    MAX,
    SUM,
    AVERAGE
  }
}
