package io.stallmark.data;

/**
 * A random integer law over a range fixed at construction. It keeps no state between two draws, so
 * one instance serves every thread, and it allocates nothing.
 */
@FunctionalInterface
public interface Distribution {

  long next(Rng rng);
}
