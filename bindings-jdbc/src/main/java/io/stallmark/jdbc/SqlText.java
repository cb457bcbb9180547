package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import java.util.List;

/**
 * SQL text of an operation and the slot that supplies each parameter.
 *
 * @param slots slot of each parameter ("?") in the order of the text; for a batch, those of one row
 */
record SqlText(String text, List<Integer> slots) {
  SqlText {
    slots = List.copyOf(slots);
  }

  /** Builds a text together with the slots of its parameters. */
  static final class Builder {

    private final StringBuilder text = new StringBuilder();
    private final List<Integer> slots = new java.util.ArrayList<>();
    private final Op op;
    private final int listed;

    /**
     * @param listed number of values of a list
     */
    Builder(Op op, int listed) {
      this.op = op;
      this.listed = listed;
    }

    Builder add(String piece) {
      text.append(piece);
      return this;
    }

    /** Adds a question mark and the slot of the parameter. */
    Builder slot(String param) {
      slots.add(slotOf(op, param));
      return add("?");
    }

    /** Adds one question mark for each value of the list. */
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
