package io.stallmark.tpcc.transaction;

import io.stallmark.model.Predicate;

/** Conditions that select the rows of one key. */
final class Keys {

  static final Predicate WAREHOUSE = Predicate.equal("w_id");

  static final Predicate DISTRICT =
      Predicate.all(Predicate.equal("d_w_id"), Predicate.equal("d_id"));

  static final Predicate CUSTOMER =
      Predicate.all(Predicate.equal("c_w_id"), Predicate.equal("c_d_id"), Predicate.equal("c_id"));

  static final Predicate ORDER =
      Predicate.all(Predicate.equal("o_w_id"), Predicate.equal("o_d_id"), Predicate.equal("o_id"));

  /** The lines of an order. */
  static final Predicate LINES =
      Predicate.all(
          Predicate.equal("ol_w_id"), Predicate.equal("ol_d_id"), Predicate.equal("ol_o_id"));

  private Keys() {}
}
