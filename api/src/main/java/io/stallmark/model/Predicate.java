package io.stallmark.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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

  /** Each column = slot of the same name. */
  static Predicate equal(String... columns) {
    List<Predicate> each =
        Stream.of(columns).<Predicate>map(name -> new Equal(name, Value.slot(name))).toList();
    return each.size() == 1 ? each.get(0) : new AllOf(each);
  }

  /** Column = number. */
  static Predicate equal(String column, long number) {
    return new Equal(column, Value.literal(number));
  }

  /** Column from slot {@code low} to slot {@code high}, both inclusive. */
  static Predicate between(String column) {
    return new Between(column, Value.slot("low"), Value.slot("high"));
  }

  /** A range of a key: its first columns = slots of the same names, its last one is between. */
  static Predicate between(String first, String second, String... more) {
    List<String> key = new ArrayList<>(List.of(first, second));
    key.addAll(List.of(more));
    List<Predicate> each = new ArrayList<>();
    key.subList(0, key.size() - 1).forEach(column -> each.add(equal(column)));
    each.add(between(key.get(key.size() - 1)));
    return new AllOf(each);
  }

  static Predicate all(Predicate... predicates) {
    return new AllOf(List.of(predicates));
  }

  /** Slots in the order in which the predicate has them, of the types of their columns. */
  default Stream<Param> slots(Table table) {
    if (this instanceof Equal equal) {
      return table.slots(equal.column, List.of(equal.value));
    }
    if (this instanceof Between range) {
      return table.slots(range.column, List.of(range.low, range.high));
    }
    if (this instanceof AtLeast from) {
      return table.slots(from.column, List.of(from.value));
    }
    if (this instanceof AtMost to) {
      return table.slots(to.column, List.of(to.value));
    }
    if (this instanceof In in) {
      return table.slots(in.column, in.values);
    }
    List<Predicate> parts =
        this instanceof AllOf all
            ? all.predicates
            : this instanceof AnyOf any ? any.predicates : List.of();
    return parts.stream().flatMap(part -> part.slots(table));
  }
}
