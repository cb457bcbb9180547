package io.stallmark.spi;

/** A feature that a workload may need and that not every server supports exactly. */
public enum Capability {
  /** Begin, commit and rollback, where rollback undoes the changes. */
  TRANSACTIONS("multi-statement transactions"),
  /** The database assigns keys in ascending order: 1, 2, 3, … */
  AUTO_INCREMENT("auto-increment keys"),
  /** The database assigns an ObjectId to a document that has no key. */
  OBJECT_IDS("object ids"),
  /** Nested documents are BSON. Databases without this capability store them as JSON. */
  BSON("nested documents as BSON"),
  /** The sum of a column over the selected rows is exact. */
  SUM("sums"),
  /** One atomic insert changes the row if its key exists, and reports which of the two happened. */
  UPSERT("inserts that change an existing row"),

  /** One atomic delete removes the first rows in the order of a column. */
  DELETE_FIRST("deletes with an order and a limit"),

  /** One atomic change of a row returns the values that the row had before. */
  OLD_VALUES("changes that return the old values");

  private final String words;

  Capability(String words) {
    this.words = words;
  }

  /** Name of the capability in messages to the user. */
  public String label() {
    return words;
  }
}
