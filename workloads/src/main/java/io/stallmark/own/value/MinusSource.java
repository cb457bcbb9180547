package io.stallmark.own.value;

import io.stallmark.data.Rng;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;

/** The negative of another value, for a database that can only add. */
record MinusSource(int origin, Type type) implements ValueSource {

  @Override
  public void draw(Rng rng, Args values, int slot) {
    values.set(slot, -values.getLong(0, origin));
  }
}
