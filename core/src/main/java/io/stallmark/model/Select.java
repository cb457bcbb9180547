package io.stallmark.model;

import java.util.List;

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

  /** One row with the number of rows. */
  record Count() implements Select {}

  static Select columns(String... names) {
    return new Columns(List.of(names));
  }
}
