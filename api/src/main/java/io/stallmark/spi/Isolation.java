package io.stallmark.spi;

/** Isolation levels of transactions, as in the SQL standard. */
public enum Isolation {
  READ_UNCOMMITTED,
  READ_COMMITTED,
  REPEATABLE_READ,
  SERIALIZABLE
}
