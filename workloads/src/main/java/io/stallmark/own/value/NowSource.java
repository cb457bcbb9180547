package io.stallmark.own.value;

import io.stallmark.data.Rng;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;

/** The current time in UTC, with milliseconds. */
record NowSource() implements ValueSource {

  @Override
  public Type type() {
    return Type.TIMESTAMP;
  }

  @Override
  public void draw(Rng rng, Args values, int slot) {
    values.set(slot, System.currentTimeMillis());
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }
}
