package io.stallmark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RegistryTest {

  private static final Registry REGISTRY =
      new Registry(
          List.of(),
          List.of(
              new Named("sql", List.of("sql:", "jdbc:sql:", "embedded:sql")),
              new Named("documents", List.of("doc:", "doc+srv:", "embedded:doc"))));

  /** A binding that is a name. */
  private record Named(String name, List<String> prefixes) implements Binding {
    @Override
    public String summary() {
      return name;
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }

    @Override
    public Database open(Target target) {
      throw new UnsupportedOperationException("Nothing opens here");
    }

    @Override
    public List<String> explain(Table table) {
      return List.of();
    }

    @Override
    public String explain(Op op) {
      return "";
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sql://h/d, sql",
    "jdbc:sql://h/d, sql",
    "embedded:sql?x=1, sql",
    "doc+srv://h/d, documents",
    "embedded:doc, documents"
  })
  void aUrl_findsTheBindingThatAnswersToIt(String url, String name) {
    assertThat(REGISTRY.bindingFor(url)).map(Binding::name).contains(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sq", "jdbc:doc://h/d", "//sql:h", "embedded:"})
  void aUrlOfNone_findsNone(String url) {
    assertThat(REGISTRY.bindingFor(url)).isEmpty();
  }

  @Test
  void aWorkloadThatIsNotThere_isNotFound() {
    assertThat(REGISTRY.workload("sysbench")).isEmpty();
  }
}
