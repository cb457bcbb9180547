package io.stallmark.own.value;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;

/**
 * A random number.
 *
 * @param numbers distribution of the numbers, of decimals their unscaled integers
 */
record NumberSource(Distribution numbers, Type type) implements ValueSource {

  @Override
  public void draw(Rng rng, Args values, int slot) {
    values.set(slot, numbers.next(rng));
  }
}
