package io.stallmark.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of a read. */
public sealed interface Select {

  /**
   * These columns of every selected row, in this order.
   *
   * @param whole whether each row as a whole is compared with its table's declaration, which {@code
   *     Row.mismatch} reports; only for verification
   * @param projected whether a document database sends only these columns, not whole documents
   */
  record Columns(List<String> names, boolean whole, boolean projected) implements Select {
    public Columns {
      names = List.copyOf(names);
    }

    public Columns(List<String> names, boolean whole) {
      this(names, whole, !whole);
    }

    public Columns(List<String> names) {
      this(names, false, true);
    }
  }

  /** The distinct values of one column. */
  record Distinct(String column) implements Select {}

  /** One row with the sum of a column; 0 or no row if no rows are selected. */
  record Sum(String column) implements Select {}

  /**
   * One row with the number of rows.
   *
   * @param column column whose non-NULL values are counted; null: all rows are counted
   */
  record Count(@Nullable String column) implements Select {
    public Count() {
      this(null);
    }
  }

  /** One row with these aggregates over the selected rows. At least one row must be selected. */
  record Aggregates(List<Aggregate> figures) implements Select {
    public Aggregates {
      figures = List.copyOf(figures);
    }
  }

  /**
   * One row for every non-empty bucket, ascending: the start of the bucket, then these aggregates
   * over its rows. A bucket starts at a multiple of the width. A row belongs to the bucket with the
   * greatest start that is not above the row's value.
   *
   * @param column an integer column with values of 0 or more
   * @param width size of a bucket, in the unit of the column
   */
  record Buckets(String column, long width, List<Aggregate> figures) implements Select {
    public Buckets {
      figures = List.copyOf(figures);
      if (width < 1) {
        throw new IllegalArgumentException("Buckets of width " + width);
      }
    }
  }

  static Select columns(String... names) {
    return new Columns(List.of(names));
  }

  /** Selects columns of rows that are compared as a whole with the table's declaration. */
  static Select whole(String... names) {
    return new Columns(List.of(names), true, false);
  }

  /** Selects columns of rows that a document database sends as whole documents. */
  static Select unprojected(List<String> names) {
    return new Columns(names, false, false);
  }
}
