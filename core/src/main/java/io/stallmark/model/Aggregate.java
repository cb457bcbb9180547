package io.stallmark.model;

/** A figure over the values that a column has in several rows. */
public record Aggregate(Function function, String column) {

  /** How the figure is made. */
  public enum Function {
    COUNT,
    MIN,
    MAX,
    SUM,
    AVERAGE
  }
}
