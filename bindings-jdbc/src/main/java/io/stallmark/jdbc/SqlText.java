package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import java.util.List;

/**
 * An operation's text and where its question marks get their values from.
 *
 * @param slots for each question mark, in the text's order, the operation's slot; for a batch, for
 *     the question marks of one row
 */
record SqlText(String text, List<Integer> slots) {
  SqlText {
    slots = List.copyOf(slots);
  }

  /** Collects a text piece by piece, and with each question mark its slot. */
  static final class Builder {

    private final StringBuilder text = new StringBuilder();
    private final List<Integer> slots = new java.util.ArrayList<>();
    private final Op op;
    private final int listed;

    /**
     * @param listed how many values a list has
     */
    Builder(Op op, int listed) {
      this.op = op;
      this.listed = listed;
    }

    Builder add(String piece) {
      text.append(piece);
      return this;
    }

    /** A question mark bound to the parameter. */
    Builder slot(String param) {
      slots.add(slotOf(op, param));
      return add("?");
    }

    /** As many question marks as the list has values. */
    void list(String param) {
      for (int i = 0; i < listed; i++) {
        add(i > 0 ? ", " : "").slot(param);
      }
    }

    SqlText build() {
      return new SqlText(text.toString(), slots);
    }
  }

  private static int slotOf(Op op, String param) {
    List<Param> params = op.params();
    for (int i = 0; i < params.size(); i++) {
      if (params.get(i).name().equals(param)) {
        return i;
      }
    }
    throw new IllegalArgumentException(op.name() + " declares no parameter " + param);
  }
}
