package io.stallmark.spi;

/** What a workload may need and not every server does exactly. */
public enum Capability {
  /** begin, commit and a rollback that really undoes. */
  TRANSACTIONS("multi-statement transactions"),
  /** The database numbers rows by itself: 1, 2, 3, … */
  AUTO_INCREMENT("auto-increment keys"),
  /** A document without a key gets an ObjectId. */
  OBJECT_IDS("object ids"),
  /** Nested documents are BSON; elsewhere they are JSON. */
  BSON("nested documents as BSON"),
  /** A sum over a filter comes out right. */
  SUM("sums"),
  /** An insert changes the row that has the key already, in one step, and says what it did. */
  UPSERT("inserts that change a row whose key is there");

  private final String words;

  Capability(String words) {
    this.words = words;
  }

  /** How a message to the user names it. */
  public String words() {
    return words;
  }
}
