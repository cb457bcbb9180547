package io.stallmark.data;

/** Uniform distribution over [low, high]; sysbench's {@code uniform}. */
public final class Uniform implements Distribution {

  private final Range range;
  private final double size;

  public Uniform(long low, long high) {
    range = new Range(low, high);
    size = range.size();
  }

  @Override
  public long next(Rng rng) {
    return range.at(rng.nextDouble() * size);
  }
}
