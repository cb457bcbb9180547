package io.stallmark.model;

import java.util.List;

/** A secondary index over the columns in this order, ascending. */
public record Index(String name, List<String> columns, boolean unique) {
  public Index {
    columns = List.copyOf(columns);
  }
}
