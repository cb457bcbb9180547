package io.stallmark.record;

/**
 * Kind of operation with separate series: the transaction, a role's transactions, a kind of
 * transaction, or a statement.
 *
 * @param text of a statement that is given as such; empty: it is not
 */
public record Kind(String name, Category category, String text) {

  /** Creates a kind that the workload declares. */
  public Kind(String name, Category category) {
    this(name, category, "");
  }

  /** Name of the kind of all transactions. */
  public static final String TRANSACTION = "transaction";

  /** Category of a kind. Those of statements are sysbench's: read, write, other. */
  public enum Category {
    /** All transactions. */
    TRANSACTION,
    /** Transactions of one role, when a workload has several roles. */
    ROLE,
    /** Transactions of one kind. In a role with kinds every transaction has a kind. */
    TRANSACTION_KIND,
    READ,
    WRITE,
    OTHER;

    /** Whether kinds of this category are statements. */
    public boolean isStatement() {
      return this == READ || this == WRITE || this == OTHER;
    }
  }

  /** Whether it is a statement, a round trip that counts in the sums of statements. */
  public boolean isStatement() {
    return category.isStatement();
  }
}
