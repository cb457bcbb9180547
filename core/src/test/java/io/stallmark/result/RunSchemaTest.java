package io.stallmark.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.stallmark.report.Synthetic;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.run.OptionSamples;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published schema and the records have the same names and types. */
final class RunSchemaTest {

  private static final Set<Class<?>> WHOLE =
      Set.of(int.class, long.class, Integer.class, Long.class);
  private static final Set<Class<?>> REAL = Set.of(double.class, Double.class);

  /** Absent from older files, or written when there is something only; empty in the record. */
  private static final Set<String> EMPTY_WHEN_ABSENT =
      Set.of(
          "/spec/roles",
          "/spec/flags",
          "/spec/phases",
          "/spec/resolved",
          "/spec/phases/resolved",
          "/steady/kinds");

  private static final JsonNode SCHEMA = schema();

  /** Names that options declare. */
  private static final List<String> STORED =
      RunOptions.ALL.stream()
          .flatMap(option -> option.places().stream())
          .<String>map(SpecOption.Place::name)
          .toList();

  private static JsonNode schema() {
    try {
      return new JsonMapper()
          .readTree(Files.readString(Path.of("..", "docs", "schema", "run.schema.json")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void schemaAndRecords_haveTheSameNamesAndTypes() {
    check("", SCHEMA, RunDocument.class);
  }

  @Test
  void options_haveTheTypesOfTheSchema() throws SpecException {
    JsonNode schema = SCHEMA.at("/properties/spec");
    Map<String, Object> stored = new HashMap<>(Synthetic.SPEC.spec().stored());
    assertThat(schema.path("required").valueStream().map(JsonNode::asString))
        .filteredOn(STORED::contains)
        .allMatch(name -> stored.containsKey(name) || name.equals("tls"));
    for (SpecOption<?> option : RunOptions.OF_DOCUMENT) {
      stored.putAll(OptionSamples.stored(option));
    }
    assertThat(stored.keySet()).containsExactlyInAnyOrderElementsOf(STORED);
    stored.forEach(
        (name, value) ->
            assertThat(typeOf(resolved(schema.path("properties").path(name))))
                .as("type of %s", name)
                .isEqualTo(word(value.getClass())));
  }

  @Test
  void schema_hasEveryMetric() {
    assertThat(SCHEMA.at("/properties/trust/properties/worst/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(names(HealthMetric.values(), HealthMetric::jsonName));
    JsonNode source =
        SCHEMA.at("/properties/cost/properties/sources/additionalProperties/properties");
    assertThat(source.at("/total/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(names(CostMetric.values(), CostMetric::exactName));
    for (String share : List.of("perStatement", "perTransaction")) {
      assertThat(source.path(share).path("properties").propertyNames())
          .containsExactlyInAnyOrderElementsOf(names(CostMetric.values(), CostMetric::jsonName));
    }
  }

  private static <M> List<String> names(M[] metrics, Function<M, String> name) {
    return Stream.of(metrics).map(name).toList();
  }

  private static void check(String at, JsonNode schema, Class<?> type) {
    Map<String, RecordComponent> components = new LinkedHashMap<>();
    components(type).forEach(component -> components.put(component.getName(), component));
    Set<String> names = new HashSet<>(components.keySet());
    if (type == RunParameters.class) {
      names.addAll(STORED);
    }
    assertThat(schema.path("properties").propertyNames())
        .as("names of %s", at)
        .containsExactlyInAnyOrderElementsOf(names);
    List<String> required = schema.path("required").valueStream().map(JsonNode::asString).toList();
    components.forEach(
        (name, component) -> {
          String path = at + "/" + name;
          JsonNode property = resolved(schema.path("properties").path(name));
          boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
          if (!at.isEmpty()) { // how the root's depend on the state is in rules of their own
            assertThat(required.contains(name))
                .as("%s is required", path)
                .isEqualTo(
                    (!nullable || alwaysWritten(component)) && !EMPTY_WHEN_ABSENT.contains(path));
          }
          check(path, property, component.getGenericType());
        });
  }

  private static boolean alwaysWritten(RecordComponent component) {
    return Stream.of(component.getAccessor().getAnnotationsByType(JsonInclude.class))
        .anyMatch(include -> include.value() == JsonInclude.Include.ALWAYS);
  }

  private static Stream<RecordComponent> components(Class<?> type) {
    return Stream.of(type.getRecordComponents())
        .flatMap(
            component ->
                component.getAccessor().isAnnotationPresent(JsonAnyGetter.class)
                    ? Stream.of()
                    : component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                        ? components(component.getType())
                        : Stream.of(component));
  }

  private static void check(String path, JsonNode schema, Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] of = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        check(path, resolved(schema.path("items")), of[0]);
      } else if (schema.has("additionalProperties")) {
        check(path, resolved(schema.path("additionalProperties")), of[1]);
      } else { // one property for each metric
        schema.path("properties").forEach(property -> check(path, resolved(property), of[1]));
      }
    } else if (type instanceof Class<?> plain && plain.isRecord()) {
      check(path, schema, plain);
    } else if (type == Number.class || type == Object.class) {
      assertThat(schema.path("type").toString()).as(path).containsAnyOf("number", "integer");
    } else if (type != Integer.class || !path.endsWith("schemaVersion")) {
      assertThat(typeOf(schema)).as("type of %s", path).isEqualTo(word(type));
    }
  }

  private static String typeOf(JsonNode schema) {
    JsonNode type = schema.path("type");
    return schema.has("enum")
        ? "string"
        : schema.has("const")
            ? "integer"
            : type.isArray() ? type.path(0).asString() : type.asString("");
  }

  private static String word(Type type) {
    if (type instanceof Class<?> several && List.class.isAssignableFrom(several)) {
      return "array";
    }
    return type instanceof Class<?> plain && WHOLE.contains(plain)
        ? "integer"
        : type instanceof Class<?> real && REAL.contains(real)
            ? "number"
            : type == boolean.class || type == Boolean.class ? "boolean" : "string";
  }

  private static JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : SCHEMA.at(reference.substring(1));
  }
}
