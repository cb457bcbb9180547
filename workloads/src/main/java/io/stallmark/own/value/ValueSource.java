package io.stallmark.own.value;

import io.stallmark.data.Rng;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;

/**
 * Source of a value: how it is drawn for a transaction or a row. Thread-safe; a draw does not
 * allocate.
 */
public interface ValueSource {

  Type type();

  /**
   * Draws a value into a slot.
   *
   * @param values all values, those that were declared earlier are drawn
   */
  void draw(Rng rng, Args values, int slot);

  /** Slot of the value that this one is computed from; negative: none. */
  default int origin() {
    return -1;
  }

  /** Whether one state of the generator always gives the same value. */
  default boolean isRepeatable() {
    return true;
  }

  /** Reads from the tables what a run needs, before its clients start. */
  default void begin(Session session) throws DbException {}

  /** Leaves out the values of other load machines, as {@link io.stallmark.data.KeySequence}. */
  default void share(int machine, int machines) {}
}
