package io.stallmark.model;

/**
 * A column or document field.
 *
 * @param fill the value that an insert stores when it does not name the column
 */
public record Column(String name, Type type, Fill fill) {

  /** The value that an insert stores in a column that it does not name. */
  public enum Fill {
    /** None: every insert names the column. */
    REQUIRED,
    /** Zero, the empty text or no bytes. */
    ZERO,
    /** NULL. Only such a column is nullable. */
    NULL,
    /** The next number of the table's own sequence, starting at 1. */
    AUTO_INCREMENT
  }

  /** Whether the column may hold NULL. */
  public boolean isNullable() {
    return fill == Fill.NULL;
  }
}
