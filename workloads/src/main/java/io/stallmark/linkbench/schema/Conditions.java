package io.stallmark.linkbench.schema;

import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import java.util.List;
import java.util.stream.Stream;

/** Conditions on the columns of the graph's tables, with slots of the columns' names. */
public final class Conditions {

  private Conditions() {}

  /** Column = slot of the same name. */
  public static Predicate equal(String column) {
    return new Predicate.Equal(column, Value.slot(column));
  }

  /** Column = number. */
  public static Predicate equal(String column, long number) {
    return new Predicate.Equal(column, Value.literal(number));
  }

  /** Column from slot {@code low} to slot {@code high}, both inclusive. */
  public static Predicate between(String column) {
    return new Predicate.Between(column, Value.slot("low"), Value.slot("high"));
  }

  public static Predicate all(Predicate... predicates) {
    return new Predicate.AllOf(List.of(predicates));
  }

  /** Slots of 64-bit integers. */
  public static List<Param> slots(String... names) {
    return Stream.of(names).map(name -> new Param(name, Type.UNSIGNED64)).toList();
  }
}
