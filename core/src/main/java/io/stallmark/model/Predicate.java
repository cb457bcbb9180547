package io.stallmark.model;

import java.util.List;

/** A condition that selects rows. */
public sealed interface Predicate {

  /** column = value. */
  record Equal(String column, Value value) implements Predicate {}

  /** low ≤ column ≤ high. */
  record Between(String column, Value low, Value high) implements Predicate {}

  /** column ≥ value. */
  record AtLeast(String column, Value value) implements Predicate {}

  /** column ≤ value. */
  record AtMost(String column, Value value) implements Predicate {}

  /** column is one of the values. A {@link Value.Each} must be the only value. */
  record In(String column, List<Value> values) implements Predicate {
    public In {
      values = List.copyOf(values);
    }
  }

  /** All of the predicates are true. */
  record AllOf(List<Predicate> predicates) implements Predicate {
    public AllOf {
      predicates = List.copyOf(predicates);
    }
  }

  /** At least one of the predicates is true. */
  record AnyOf(List<Predicate> predicates) implements Predicate {
    public AnyOf {
      predicates = List.copyOf(predicates);
    }
  }

  /** Every row. */
  record All() implements Predicate {}
}
