package io.stallmark.model;

/** What an update does to one column. */
public sealed interface Assignment {

  String column();

  /** column = value. */
  record Set(String column, Value value) implements Assignment {}

  /** column = column + value. */
  record Add(String column, Value value) implements Assignment {}

  /** column = column − by, but 0 where that would be less. */
  record SubtractFloored(String column, long by) implements Assignment {}
}
