package io.stallmark.model;

/**
 * A column or document field. Every column is NOT NULL.
 *
 * @param fill what the database puts there when an insert leaves it out
 */
public record Column(String name, Type type, Fill fill) {

  /** What the database puts into a column that an insert leaves out. */
  public enum Fill {
    /** Nothing: the insert must name it. */
    REQUIRED,
    /** Zero, the empty text or no bytes. */
    ZERO,
    /** The next number of the table's own sequence, starting at 1. */
    AUTO_INCREMENT
  }
}
