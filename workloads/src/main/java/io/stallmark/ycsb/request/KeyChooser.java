package io.stallmark.ycsb.request;

import io.stallmark.data.Rng;

/** Chooses the number of a record, which may not be inserted yet. For one thread. */
@FunctionalInterface
public interface KeyChooser {

  long next(Rng rng);
}
