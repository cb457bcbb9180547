package io.stallmark.model;

/**
 * A column of a table or a field of a document.
 *
 * @param fill value that an insert stores when it does not name the column
 */
public record Column(String name, Type type, Fill fill) {

  /** Value that an insert stores in a column that it does not name. */
  public enum Fill {
    /** No default: every insert must name the column. */
    REQUIRED,
    /** Zero, the empty text or zero bytes. */
    ZERO,
    /** NULL. A column is nullable only with this fill. */
    NULL,
    /** Next number of the table's sequence, which starts at 1. */
    AUTO_INCREMENT
  }

  /** Whether the column can be NULL. */
  public boolean isNullable() {
    return fill == Fill.NULL;
  }
}
