package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.analysis.trust.TrustReport;
import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.report.compare.WrittenRun;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.SteadySummary;
import io.stallmark.result.SteadySummary.SteadyKind;
import io.stallmark.spi.Database;
import io.stallmark.spi.server.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is written has the form that is published: a schema for all JSON, units in all CSV. */
final class PublishedFormsTest extends StagedTest {

  private static final Path SCHEMAS = Path.of("..", "docs", "schema");
  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonMapper MODEL =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private static final Pattern UNIT =
      Pattern.compile(".*_(s|ms|us|bytes|kb|percent|per_s)|.*_bytes_per_row|.*_in_(its_)?unit");
  private static final Pattern SHARE = Pattern.compile("_per_(statement|transaction)$");

  /** Counts, whose unit is the name, and words. */
  private static final Set<String> NONE =
      Set.of(
          "transactions",
          "statements",
          "rows",
          "retries",
          "failures",
          "unexpected",
          "delayed",
          "kinds",
          "counters",
          "missed_arrivals",
          "generator_bound",
          "headline", // in a unit of the workload
          "write_amplification",
          "space_amplification",
          "reasons",
          "phase",
          "role",
          "blame",
          "source",
          "id",
          "group",
          "unit",
          "difference_unit",
          "verdict",
          "label",
          "repetition",
          "operation",
          "category",
          "count",
          "state",
          "directory",
          "verified",
          "trusted",
          "trial",
          "held",
          "reason",
          "stalls",
          "generator_stalls",
          "errors",
          "page_requests",
          "reads",
          "writes");

  static List<String> faults(JsonNode schema, JsonNode document) {
    Schema compiled =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    return compiled.validate(document.toString(), InputFormat.JSON).stream()
        .map(Object::toString)
        .toList();
  }

  private static JsonNode schema() throws IOException {
    return schema("run");
  }

  static JsonNode schema(String name) throws IOException {
    return JSON.readTree(Files.readString(SCHEMAS.resolve(name + ".schema.json")));
  }

  /** The schema lets newer names be; we want to know of them. */
  private static void close(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.has("properties")
        && object.has("required")
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(PublishedFormsTest::close);
  }

  @Test
  void runJson_isAsTheSchemaSays_andHasNoOtherNames() throws IOException {
    JsonNode schema = schema();
    close(schema);
    assertThat(stage.runTiny("--events", "100", "-p", "rows=20").exit()).isZero();
    assertThat(faults(schema, stage.json())).isEmpty();
  }

  @Test
  void runJsonOfAnOpenLoop_isAsTheSchemaSays() throws IOException {
    JsonNode schema = schema();
    close(schema);
    stage.runTiny("--events", "50", "--rate", "1k", "-p", "rows=20").well();
    assertThat(faults(schema, stage.json())).isEmpty();
  }

  @Test
  void runJsonOfPhases_isAsTheSchemaSays() throws IOException {
    JsonNode schema = schema();
    close(schema);
    stage
        .runTiny(
            "--interval=0.1",
            "--min-started=0", // of a busy machine
            "--phase=a seconds=0.1 rate=500",
            "--phase=b seconds=0.1 rate=10..500@0.1s mix=look")
        .well();
    assertThat(stage.json().get("phases")).hasSize(2);
    assertThat(faults(schema, stage.json())).isEmpty();
  }

  /** Of a run that became steady, on a machine that says everything. */
  private ObjectNode judged() throws IOException {
    assertThat(stage.runTiny("--events", "10", "-p", "rows=20").exit()).isZero();
    ObjectNode document = (ObjectNode) stage.json();
    LatencySummary latency = LatencySummary.of(new Histogram(3));
    SteadyKind kind = new SteadyKind(0, latency, latency);
    SteadySummary steady =
        new SteadySummary(true, "response_time", 5.0, 7.0, 10.0, Map.of("transaction", kind));
    TrustReport report = SampleHealth.report(SampleHealth.calm(3), SampleHealth.bound(4));
    document.set("steady", JSON.valueToTree(steady));
    TrustVerdict trust = new TrustVerdict(report, true, List.of("So."), List.of("And."));
    document.set("trust", MODEL.valueToTree(trust.summary()));
    return document;
  }

  /** Pointers to all names below a node. */
  private static Stream<String> names(String pointer, JsonNode node) {
    return node.properties().stream()
        .flatMap(
            name -> {
              String below = pointer + "/" + name.getKey();
              return Stream.concat(Stream.of(below), names(below, name.getValue()));
            });
  }

  @Test
  void namesInTrustAndSteady_areThoseOfTheSchema() throws IOException {
    JsonNode schema = schema();
    close(schema);
    ObjectNode document = judged();
    assertThat(faults(schema, document)).isEmpty();
    List<String> names =
        Stream.of("trust", "steady")
            .flatMap(each -> names("/" + each, document.get(each)))
            .filter(name -> !name.equals("/steady/kinds/transaction")) // an operation's
            .toList();
    assertThat(names)
        .contains("/trust/worst/serverCpuPercent", "/trust/limits/reasons/swap/perSecond")
        .contains(
            "/steady/reachedAfterSeconds", "/steady/kinds/transaction/serviceNanoseconds/p999");
    for (String name : names) {
      ObjectNode renamed = document.deepCopy();
      int slash = name.lastIndexOf('/');
      ObjectNode parent = (ObjectNode) renamed.at(name.substring(0, slash));
      parent.set("other", parent.remove(name.substring(slash + 1)));
      assertThat(faults(schema, renamed)).as(name).isNotEmpty();
    }
  }

  @Test
  void otherForms_areRefused() throws IOException {
    assertThat(stage.runTiny("--events", "10", "-p", "rows=20").exit()).isZero();
    for (String path : List.of("/spec/url", "/summary/kinds/transaction/count", "/reason")) {
      ObjectNode document = (ObjectNode) stage.json();
      int slash = path.lastIndexOf('/');
      ((ObjectNode) document.at(path.substring(0, slash))).remove(path.substring(slash + 1));
      assertThat(faults(schema(), document)).as("without %s", path).isNotEmpty();
    }
    ObjectNode later = (ObjectNode) stage.json();
    later.put("schemaVersion", 2);
    assertThat(faults(schema(), later)).isNotEmpty();
    ObjectNode newer = (ObjectNode) stage.json();
    newer.put("newName", 1);
    assertThat(faults(schema(), newer)).isEmpty();
  }

  private JsonNode written(String file) throws IOException {
    return JSON.readTree(Files.readString(directory.resolve(file)));
  }

  @Test
  void comparisonJson_isAsTheSchemaSays_andHasNoOtherNames() throws IOException {
    JsonNode schema = schema("comparison");
    close(schema);
    for (int i = 0; i < 3; i++) {
      new WrittenRun(directory.resolve("a/" + i)).write(60, 1 + i);
      new WrittenRun(directory.resolve("b/" + i)).write(40, 4 + i);
    }
    for (String gate : List.of("", "5%")) {
      List<String> command = new ArrayList<>(List.of("compare", "a", "b", "--out", "c"));
      command.addAll(gate.isEmpty() ? List.of() : List.of("--gate", gate));
      stage.run(command.toArray(String[]::new));
      JsonNode written = written("c/comparison.json");
      assertThat(written.has("gate")).isEqualTo(!gate.isEmpty());
      assertThat(faults(schema, written)).isEmpty();
      written.get("rows").forEach(row -> assertThat(row.get("unit").asString()).isNotEmpty());
      ((ObjectNode) written.at("/rows/0")).remove("difference");
      assertThat(faults(schema, written)).hasSize(1);
    }
    assertThat(bare(heads(directory.resolve("c")))).isEmpty();
  }

  @Test
  void experimentJson_isAsTheSchemaSays_andHasNoOtherNames() throws IOException {
    JsonNode schema = schema("experiment");
    close(schema);
    assertThat(stage.runTiny("--repeat", "2", "--events", "5", "--out", "o").exit()).isZero();
    assertThat(faults(schema, written("o/experiment.json"))).isEmpty();
    assertThat(bare(heads(directory.resolve("o")))).isEmpty();
    ObjectNode later = (ObjectNode) written("o/experiment.json");
    assertThat(faults(schema, later.put("schemaVersion", 2))).isNotEmpty();
  }

  @Test
  void csvColumns_haveTheirUnits() throws Exception {
    stage.binding.counting = Counting::new;
    assertThat(stage.runTiny("--events", "100", "-p", "rows=20").exit()).isZero();
    Map<String, List<String>> heads = heads(stage.results().get(0));
    assertThat(heads)
        .containsKeys("intervals.csv", "stalls.csv", "dips.csv", "cost.csv", "trust.csv");
    assertThat(bare(heads)).isEmpty();
  }

  /** Columns whose name has no unit and says not what is counted. */
  private static List<String> bare(Map<String, List<String>> heads) {
    List<String> bare = new ArrayList<>();
    heads.forEach(
        (file, columns) ->
            columns.stream()
                .filter(column -> !hasUnit(SHARE.matcher(column).replaceFirst("")))
                .forEach(column -> bare.add(file + ": " + column)));
    return bare;
  }

  private static boolean hasUnit(String column) {
    return UNIT.matcher(column).matches() || NONE.contains(column);
  }

  /** A server that counts something, without which there is no cost.csv. */
  private static final class Counting implements Database.Counters {
    @Override
    public Map<String, Long> read() {
      return Map.of();
    }

    @Override
    public Usage usage() {
      return new Usage(Map.of(Usage.Resource.READS, System.nanoTime()));
    }

    @Override
    public void close() {}
  }

  private static Map<String, List<String>> heads(Path run) throws IOException {
    Map<String, List<String>> heads = new java.util.TreeMap<>();
    try (Stream<Path> files = Files.list(run)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".csv")).toList()) {
        String head = Files.readAllLines(file).get(0);
        heads.put(file.getFileName().toString(), List.of(head.split(",")));
      }
    }
    return heads;
  }
}
