package io.stallmark.model;

/** Change that an update or upsert makes to one column. */
public sealed interface Assignment {

  String column();

  /** column = value. */
  record Set(String column, Value value) implements Assignment {}

  /** column = column + value. */
  record Add(String column, Value value) implements Assignment {}

  /** column = max(column − by, 0). */
  record SubtractFloored(String column, long by) implements Assignment {}
}
