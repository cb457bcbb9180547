package io.stallmark.insertbench;

import java.util.Arrays;
import java.util.List;

/** A step of the benchmark, as in iq.sh. */
enum Step {
  /** Inserts into empty tables without secondary indexes. */
  L_I0("l.i0", 100),
  /** Inserts a few rows, then creates the secondary indexes. */
  L_X("l.x", 100),
  /** Inserts and deletes with many rows in a transaction. */
  L_I1("l.i1", 50),
  /** Inserts and deletes with few rows in a transaction. */
  L_I2("l.i2", 5),
  /** Lets the server do the work that the inserts have left. */
  SETTLE("settle", 1),
  /** Queries, with inserts and deletes at a rate: qr100 to qp1000. */
  QUERY("query", 50);

  private final String word;
  private final int batch;

  Step(String word, int batch) {
    this.word = word;
    this.batch = batch;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(step -> step.word).toList();
  }

  static Step of(String word) {
    return Arrays.stream(values()).filter(step -> step.word.equals(word)).findFirst().orElseThrow();
  }

  /** Rows of a transaction. */
  int batch() {
    return batch;
  }

  /** Whether the step ends after a number of rows. */
  boolean isFinite() {
    return this != QUERY;
  }

  /** Whether the step can delete rows. */
  boolean deletes() {
    return this == L_I1 || this == L_I2 || this == QUERY;
  }
}
