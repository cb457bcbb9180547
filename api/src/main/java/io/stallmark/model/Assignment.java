package io.stallmark.model;

import java.util.List;
import java.util.stream.Stream;

/** Change that an update or upsert makes to one column. */
public sealed interface Assignment {

  String column();

  /** column = value. */
  record Set(String column, Value value) implements Assignment {}

  /** column = column + value. */
  record Add(String column, Value value) implements Assignment {}

  /** column = max(column − by, 0). */
  record SubtractFloored(String column, long by) implements Assignment {}

  /** Slots of the change, of the type of its column. */
  default Stream<Param> slots(Table table) {
    if (this instanceof Set set) {
      return table.slots(set.column, List.of(set.value));
    }
    return this instanceof Add add ? table.slots(add.column, List.of(add.value)) : Stream.empty();
  }
}
