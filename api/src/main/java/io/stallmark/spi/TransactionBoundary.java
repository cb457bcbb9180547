package io.stallmark.spi;

/** Position of a statement in a transaction that is not begun by {@link Session#begin}. */
public enum TransactionBoundary {

  /** Begins the transaction, then executes the statement. */
  FIRST,

  /** Executes the statement in the open transaction. */
  WITHIN,

  /** Executes the statement, then commits the transaction if it succeeded. */
  LAST
}
