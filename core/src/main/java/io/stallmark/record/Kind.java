package io.stallmark.record;

/**
 * A kind of operation that has series of its own: the transaction, a kind of transaction, or one of
 * its statements.
 */
public record Kind(String name, Category category) {

  /** How sysbench sums statements up: read, write, other. */
  public enum Category {
    /** All transactions. */
    TRANSACTION,
    /** Those of one kind; every transaction is of one where a scenario has any. */
    TRANSACTION_KIND,
    READ,
    WRITE,
    OTHER
  }

  /** Whether it is a round trip of its own: one of the statements that sums of statements count. */
  public boolean isStatement() {
    return category != Category.TRANSACTION && category != Category.TRANSACTION_KIND;
  }
}
