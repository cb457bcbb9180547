package io.stallmark.record;

/** A kind of operation that has series of its own: the transaction, or one of its statements. */
public record Kind(String name, Category category) {

  /** How sysbench sums statements up: read, write, other. */
  public enum Category {
    TRANSACTION,
    READ,
    WRITE,
    OTHER
  }
}
