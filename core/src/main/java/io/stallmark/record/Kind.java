package io.stallmark.record;

/**
 * A kind of operation with separate series: the transaction, a role's transactions, a kind of
 * transaction, or a statement.
 */
public record Kind(String name, Category category) {

  /** How sysbench sums statements up: read, write, other. */
  public enum Category {
    /** All transactions. */
    TRANSACTION,
    /** The transactions of one role, where a workload has several. */
    ROLE,
    /** Those of one kind; every transaction of a role is of one where the role has any. */
    TRANSACTION_KIND,
    READ,
    WRITE,
    OTHER;

    private boolean isStatement() {
      return this == READ || this == WRITE || this == OTHER;
    }
  }

  /** Whether it is a round trip: one of the statements that sums of statements count. */
  public boolean isStatement() {
    return category.isStatement();
  }
}
