package io.stallmark.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a read returns. */
public sealed interface Select {

  /** These columns of every row, in this order. */
  record Columns(List<String> names) implements Select {
    public Columns {
      names = List.copyOf(names);
    }
  }

  /** The different values of one column. */
  record Distinct(String column) implements Select {}

  /** One row with the sum of a column; nothing selected gives 0 or no row. */
  record Sum(String column) implements Select {}

  /**
   * One row with the number of rows.
   *
   * @param column the column to name in the count, or null for none; where it is NULL a row does
   *     not count
   */
  record Count(@Nullable String column) implements Select {
    public Count() {
      this(null);
    }
  }

  /** One row with these figures over the rows selected, of which there must be one at least. */
  record Aggregates(List<Aggregate> figures) implements Select {
    public Aggregates {
      figures = List.copyOf(figures);
    }
  }

  /**
   * A row for every bucket that holds a row, ascending: where the bucket starts, then these figures
   * over its rows. A row is in the bucket that starts at the greatest multiple of the width up to
   * its value.
   *
   * @param column an integer of 0 or more
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
}
