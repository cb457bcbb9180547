package io.stallmark.spi;

/** The position of a statement in a transaction that its first statement begins. */
public enum TransactionBoundary {

  /** Begins a transaction, then executes. */
  FIRST,

  /** Executes. */
  WITHIN,

  /** Executes, then commits if that has succeeded. */
  LAST
}
