package io.stallmark.data;

/**
 * A random distribution of integers over a range that is fixed at construction. It has no state
 * between two draws, so all threads can share one instance. It does not allocate.
 */
@FunctionalInterface
public interface Distribution {

  long next(Rng rng);
}
