package io.stallmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.BindingOptions;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
    public BindingOptions options() {
      @Nullable String embedded =
          prefixes.stream().filter(p -> p.startsWith("embedded:")).findFirst().orElse(null);
      return new BindingOptions(embedded, Set.of(), Set.of(), false, Set.of(), false);
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "embedded:      | No database is known by the URL scheme 'embedded:': did you mean embedded:",
        "duckdb:/tmp/x  | No database is known by the URL scheme 'duckdb:':",
        "jdbc:doc://h/d | No database is known by the URL scheme 'jdbc:doc:':"
      })
  void aUrlOfNone_isRefused(String url, String message) {
    assertThatThrownBy(() -> REGISTRY.requiredBinding(url))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith(message);
  }

  private static final Named PLAIN = new Named("plain", List.of("plain:"));

  @Test
  void aRunWithoutAUrl_isRefused_whereNoBindingStartsAServer() {
    Registry registry = new Registry(List.of(), List.of(PLAIN));
    assertThatThrownBy(() -> registry.requiredBinding(registry.defaultUrl()))
        .hasMessage("--url is missing: no binding here starts a server; a URL begins with plain:");
  }

  private static Target target(@Nullable String driver, Tls tls) {
    return new Target("plain://h/d", null, driver, tls, 1);
  }

  @Test
  void optionThatTheBindingDoesNotDeclare_isRefusedByName() {
    Target verify = target(null, new Tls(Tls.Mode.VERIFY, null));
    assertThatThrownBy(() -> DeclaredOptions.check(PLAIN, verify, Set.of()))
        .isInstanceOf(SpecException.class)
        .hasMessage("--tls verify: the plain binding has no such option");
    Target authority = target(null, new Tls(Tls.Mode.UNSAID, Path.of("ca.pem")));
    assertThatThrownBy(() -> DeclaredOptions.check(PLAIN, authority, Set.of()))
        .hasMessage("--tls verify: the plain binding has no such option");
    Target other = target("other", Tls.UNSAID);
    assertThatThrownBy(() -> DeclaredOptions.check(PLAIN, other, Set.of()))
        .hasMessageStartingWith("--driver other");
    Target texts = new Target("plain://h/d", null, null, Tls.UNSAID, 1, Target.Protocol.TEXT);
    assertThatThrownBy(() -> DeclaredOptions.check(PLAIN, texts, Set.of()))
        .hasMessage("--protocol text: the plain binding has no such option");
    Target plain = target(null, Tls.UNSAID);
    assertThatThrownBy(() -> DeclaredOptions.check(PLAIN, plain, Set.of("engine")))
        .hasMessageStartingWith("--storage engine");
    assertThatThrownBy(() -> DeclaredOptions.checkCache(PLAIN)).hasMessageStartingWith("--cache");
    assertThatCode(() -> DeclaredOptions.check(PLAIN, plain, Set.of())).doesNotThrowAnyException();
  }

  @Test
  void aWorkloadThatIsNotThere_isNotFound() {
    assertThat(REGISTRY.workload("sysbench")).isEmpty();
  }
}
