package io.stallmark.sysbench.verify;

/** How many rows broke a rule, and the lowest id among them. */
final class Exceptions {

  private long count;
  private long example = Long.MAX_VALUE;

  void add(long id) {
    add(1, id);
  }

  void add(long howMany, long lowestId) {
    if (howMany > 0) {
      count += howMany;
      example = Math.min(example, lowestId);
    }
  }

  void add(Exceptions others) {
    add(others.count, others.example);
  }

  long count() {
    return count;
  }

  long example() {
    return example;
  }
}
