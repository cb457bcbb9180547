package io.stallmark.spi;

/** Where a statement stands in a transaction that its first statement begins. */
public enum Place {

  /** Begins a transaction, then executes. */
  FIRST,

  /** Executes. */
  WITHIN,

  /** Executes, then commits if that has succeeded. */
  LAST
}
