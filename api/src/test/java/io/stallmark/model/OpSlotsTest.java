package io.stallmark.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Column.Fill;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the slots that operations derive from their parts. */
final class OpSlotsTest {

  private static final Table T =
      new Table(
          "t",
          List.of(
              new Column("id", Type.INT64, Fill.REQUIRED),
              new Column("n", Type.INT32, Fill.ZERO),
              new Column("d", Type.FLOAT64, Fill.ZERO)),
          List.of("id"),
          List.of(),
          Map.of());

  private static Param param(String name, Type type) {
    return new Param(name, type);
  }

  @Test
  void read_hasTheSlotsOfItsPredicate_inItsOrder() {
    Predicate some =
        Predicate.all(
            Predicate.equal("n"),
            Predicate.equal("d", 7),
            new Predicate.AnyOf(
                List.of(
                    Predicate.between("id"),
                    new Predicate.In("n", List.of(Value.slot("n1"), Value.literal(2))))),
            new Predicate.AtLeast("d", Value.slot("least")),
            new Predicate.AtMost("d", Value.slot("most")));
    assertThat(new Op.Read("r", T, Select.columns("id"), some).params())
        .containsExactly(
            param("n", Type.INT32),
            param("low", Type.INT64),
            param("high", Type.INT64),
            param("n1", Type.INT32),
            param("least", Type.FLOAT64),
            param("most", Type.FLOAT64));
    assertThat(new Op.Read("r", T, new Select.Count()).params()).isEmpty();
  }

  @Test
  void update_hasTheSlotsOfItsAssignmentsFirst() {
    List<Assignment> changes =
        List.of(
            new Assignment.Set("d", Value.slot("d")),
            new Assignment.Add("n", Value.slot("by")),
            new Assignment.SubtractFloored("n", 1),
            new Assignment.Set("n", Value.literal(3)));
    assertThat(new Op.Update("u", T, changes, Predicate.equal("id")).params())
        .containsExactly(
            param("d", Type.FLOAT64), param("by", Type.INT32), param("id", Type.INT64));
    assertThat(new Op.Delete("d", T, Predicate.equal("id")).params())
        .containsExactly(param("id", Type.INT64));
  }

  @Test
  void insert_hasTheSlotsAmongItsValues() {
    List<Value> values = List.of(Value.slot("key"), Value.literal(0));
    Op.Insert some = new Op.Insert("i", T, List.of("id", "n"), values, 1, Op.Insert.Form.PLAIN);
    assertThat(some.params()).containsExactly(param("key", Type.INT64));
    Op.Insert all = new Op.Insert("i", T, List.of("n", "id"), 5);
    assertThat(all.params()).containsExactly(param("n", Type.INT32), param("id", Type.INT64));
    assertThat(all.values()).containsExactly(Value.slot("n"), Value.slot("id"));
  }
}
