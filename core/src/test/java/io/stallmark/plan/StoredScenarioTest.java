package io.stallmark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Column;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.workload.Scenario;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StoredScenarioTest {

  private static final Map<String, String> STORAGE = Map.of("engine", "Rocks");

  private static final Table TABLE =
      new Table(
          "t",
          List.of(new Column("id", Type.INT32, Column.Fill.REQUIRED)),
          List.of("id"),
          List.of(new Index("i", List.of("id"), true)),
          Map.of());

  private final List<String> asked = new ArrayList<>();

  /** Notes what it is asked; has one table, and of everything else an answer that is not usual. */
  private Scenario noting() {
    return (Scenario)
        Proxy.newProxyInstance(
            Scenario.class.getClassLoader(),
            new Class<?>[] {Scenario.class},
            (proxy, method, args) -> {
              asked.add(method.getName());
              return method.getName().equals("tables") ? List.of(TABLE) : answer(method);
            });
  }

  private static @Nullable Object answer(Method method) {
    Class<?> type = method.getReturnType();
    if (type == void.class) {
      return null;
    } else if (type == boolean.class) {
      return true;
    } else if (type == long.class) {
      return 41L;
    } else if (type == double.class) {
      return 41.5;
    } else if (type == OptionalLong.class) {
      return OptionalLong.of(42);
    } else if (type == Optional.class) {
      return Optional.of("said by " + method.getName());
    } else if (type == List.class) {
      return List.of("said by " + method.getName());
    }
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, called, args) -> called.getName());
  }

  static Stream<Method> questions() {
    return Stream.of(Scenario.class.getMethods())
        .filter(method -> !method.getName().equals("tables"));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void everythingButTheTables_isTheScenariosOwn(Method question) throws Exception {
    Scenario stored = StoredScenario.of(noting(), STORAGE);
    Object said = question.invoke(stored, new Object[question.getParameterCount()]);
    assertThat(asked).containsExactly(question.getName());
    if (!question.getReturnType().isInterface() || question.getReturnType() == List.class) {
      assertThat(said).isEqualTo(answer(question));
    }
  }

  @Test
  void tables_haveTheStorage_andAreOtherwiseAsDeclared() {
    List<Table> tables = StoredScenario.of(noting(), STORAGE).tables();
    assertThat(tables).containsExactly(TABLE.withStorage(STORAGE));
    assertThat(tables.get(0).storage()).isEqualTo(STORAGE);
    assertThat(tables.get(0).indexes()).isEqualTo(TABLE.indexes());
  }

  @Test
  void withoutStorage_itIsTheScenarioItself() {
    Scenario scenario = noting();
    assertThat(StoredScenario.of(scenario, Map.of())).isSameAs(scenario);
  }
}
