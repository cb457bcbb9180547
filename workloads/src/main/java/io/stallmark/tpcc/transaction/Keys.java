package io.stallmark.tpcc.transaction;

import io.stallmark.model.Predicate;
import java.nio.ByteBuffer;

/** Conditions that select the rows of one key. */
final class Keys {

  static final Predicate WAREHOUSE = Predicate.equal("w_id");

  static final Predicate DISTRICT = Predicate.equal("d_w_id", "d_id");

  static final Predicate CUSTOMER = Predicate.equal("c_w_id", "c_d_id", "c_id");

  static final Predicate ORDER = Predicate.equal("o_w_id", "o_d_id", "o_id");

  /** The lines of an order. */
  static final Predicate LINES = Predicate.equal("ol_w_id", "ol_d_id", "ol_o_id");

  /** Size of the _id of an order that the MongoDB binding composes. */
  static final int ORDER_BYTES = 3 * Long.BYTES;

  private Keys() {}

  /** Writes the _id of an order, as the MongoDB binding composes it of the key's columns. */
  static void order(long warehouse, long district, long order, byte[] into) {
    ByteBuffer.wrap(into).putLong(warehouse).putLong(district).putLong(order);
  }
}
