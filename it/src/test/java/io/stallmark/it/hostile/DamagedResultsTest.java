package io.stallmark.it.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run's files after a crash, a full disk or an editor: {@code history}, {@code report} and {@code
 * compare} end in seconds, in one line at most a file, and a whole run next to it is listed.
 */
@ExtendWith(OutcomeLog.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DamagedResultsTest {

  private static final int CONTROL = 0x1b;

  private static final List<String> VALUES =
      List.of(
          "null",
          "-5",
          "\"NaN\"",
          "1e999",
          "9".repeat(400),
          "\"\\u001b[31mred\\u0007\"",
          "\"+999999999-12-31T23:59:59Z\"",
          "[]",
          "{}",
          "[".repeat(5000) + "]".repeat(5000));

  /** A way to damage a file's bytes. */
  record Damage(String name, UnaryOperator<byte[]> change) {}

  private static final List<Damage> DAMAGES =
      List.of(
          new Damage("empty", bytes -> new byte[0]),
          new Damage("half", bytes -> Arrays.copyOf(bytes, bytes.length / 2)),
          new Damage(
              "without its last byte",
              bytes -> Arrays.copyOf(bytes, Math.max(0, bytes.length - 1))),
          new Damage("NUL bytes", bytes -> new byte[bytes.length]),
          new Damage("one bit flipped", bytes -> flipped(bytes, 1)),
          new Damage("a hundred bits flipped", bytes -> flipped(bytes, 100)),
          new Damage("twice", bytes -> joined(bytes, bytes)),
          new Damage("with a BOM", bytes -> joined(new byte[] {-17, -69, -65}, bytes)),
          new Damage("UTF-16", bytes -> text(bytes).getBytes(StandardCharsets.UTF_16)),
          new Damage("negative", bytes -> of(text(bytes).replaceAll("\\b([1-9])", "-$1"))),
          new Damage("lines reversed", DamagedResultsTest::reversed),
          new Damage("a line of 5 MB", bytes -> joined(bytes, new byte[5_000_000])));

  @TempDir private static Path directory;
  private Path whole;

  /** Two runs: one stays whole. */
  @BeforeAll
  void measure() throws IOException {
    new Calls(directory)
        .run(
            "run",
            "sysbench",
            "--url",
            "embedded:mongo",
            "--events",
            "50", // not seconds: in those, a slow machine may do nothing
            "--interval",
            "0.1",
            "-p",
            "tables=1",
            "-p",
            "rows=100",
            "--allow-errors",
            "100")
        .well();
    try (Stream<Path> runs = Files.list(directory.resolve("results"))) {
      whole = runs.findFirst().orElseThrow();
    }
    JsonNode json = json();
    // Otherwise a busy machine is warned of, whatever the damage.
    ((ObjectNode) json.findParent("trusted")).putNull("trusted").putArray("reasons");
    Files.writeString(whole.resolve("run.json"), json.toString());
  }

  /** Each kind of damage to one of the files. */
  Stream<String> someFileCases() throws IOException {
    List<String> files = files();
    return IntStream.range(0, DAMAGES.size())
        .mapToObj(i -> fileCase(files.get(i % files.size()), DAMAGES.get(i)));
  }

  Stream<String> allFileCases() throws IOException {
    return files().stream().flatMap(file -> DAMAGES.stream().map(damage -> fileCase(file, damage)));
  }

  private static String fileCase(String file, Damage damage) {
    return file + ": " + damage.name();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(whole)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("someFileCases")
  void damagedFile_isNamedOrLeftOut(String name) throws IOException {
    damage(name);
  }

  @Thorough
  @ParameterizedTest(name = "{0}")
  @MethodSource("allFileCases")
  void everyDamagedFile_isNamedOrLeftOut(String name) throws IOException {
    damage(name);
  }

  private void damage(String name) throws IOException {
    String file = name.substring(0, name.indexOf(": "));
    Damage damage =
        DAMAGES.stream().filter(d -> name.endsWith(": " + d.name())).findFirst().orElseThrow();
    Path root = copies();
    Path damaged = root.resolve("damaged").resolve(file);
    Files.write(damaged, damage.change().apply(Files.readAllBytes(damaged)));
    assertEveryCommandEnds(root, name);
  }

  /** Each of the values at one place, the same places each time. */
  Stream<String> someValues() throws IOException {
    List<String> leaves = leaves(json(), "");
    Random random = new Random(7);
    return values().map(value -> leaves.get(random.nextInt(leaves.size())) + value);
  }

  Stream<String> allValues() throws IOException {
    return leaves(json(), "").stream().flatMap(leaf -> values().map(value -> leaf + value));
  }

  private static Stream<String> values() {
    return Stream.concat(
        IntStream.range(0, VALUES.size()).mapToObj(i -> " = " + i), Stream.of(" = none"));
  }

  @ParameterizedTest(name = "run.json {0}")
  @MethodSource("someValues")
  void wrongValue_isNamedOrLeftOut(String name) throws IOException {
    spoil(name);
  }

  @Thorough
  @ParameterizedTest(name = "run.json {0}")
  @MethodSource("allValues")
  void everyWrongValue_isNamedOrLeftOut(String name) throws IOException {
    spoil(name);
  }

  private void spoil(String name) throws IOException {
    String pointer = name.substring(0, name.lastIndexOf(" = "));
    String value = name.substring(name.lastIndexOf(" = ") + 3);
    JsonNode json = json();
    JsonNode parent = json.at(pointer.substring(0, pointer.lastIndexOf('/')));
    String key =
        pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
    String marker = "\"@@@\"";
    if (parent instanceof ObjectNode object) {
      if (value.equals("none")) {
        object.remove(key);
      } else {
        object.put(key, "@@@");
      }
    } else if (parent instanceof ArrayNode array) {
      if (value.equals("none")) {
        array.remove(Integer.parseInt(key));
      } else {
        array.set(Integer.parseInt(key), "@@@");
      }
    }
    String text = json.toString();
    if (!value.equals("none")) {
      text = text.replace(marker, VALUES.get(Integer.parseInt(value)));
    }
    Path root = copies();
    Files.writeString(root.resolve("damaged").resolve("run.json"), text);
    assertEveryCommandEnds(root, name);
  }

  private JsonNode json() throws IOException {
    return new JsonMapper().readTree(Files.readString(whole.resolve("run.json")));
  }

  private static List<String> leaves(JsonNode node, String pointer) {
    List<String> leaves = new ArrayList<>();
    if (node.isObject()) {
      node.properties()
          .forEach(
              entry -> {
                String key = entry.getKey().replace("~", "~0").replace("/", "~1");
                leaves.addAll(leaves(entry.getValue(), pointer + "/" + key));
              });
    } else if (node.isArray()) {
      for (int i = 0; i < Math.min(2, node.size()); i++) {
        leaves.addAll(leaves(node.get(i), pointer + "/" + i));
      }
    }
    if (!pointer.isEmpty()) {
      leaves.add(pointer);
    }
    return leaves;
  }

  private Path copies() throws IOException {
    Path root = Files.createTempDirectory(directory, "case");
    for (String name : List.of("damaged", "whole")) {
      Path copy = Files.createDirectories(root.resolve(name));
      try (Stream<Path> files = Files.list(whole)) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    ObjectNode other = (ObjectNode) json();
    other.put("id", "another run");
    Files.writeString(root.resolve("whole").resolve("run.json"), other.toString());
    return root;
  }

  private static void assertEveryCommandEnds(Path root, String name) {
    Calls calls = new Calls(root);
    Calls.Result history = calls.run("history", root.toString());
    assertCalm(history, name);
    assertThat(history.out()).as(name).contains("sysbench");
    Path damaged = root.resolve("damaged");
    assertCalm(calls.run("report", damaged.toString()), name);
    assertCalm(calls.run("compare", damaged.toString(), root.resolve("whole").toString()), name);
  }

  private static void assertCalm(Calls.Result result, String name) {
    String said = name + "\n" + result.err();
    assertThat(result.exit()).as(said).isIn(0, 1, 2);
    assertThat(result.err().lines().count()).as(said).isLessThanOrEqualTo(6);
    assertThat(result.err()).as(said).doesNotContain("\tat ", "bug in Stallmark", "Exception");
    assertThat((result.out() + result.err()).chars().filter(c -> c == CONTROL || c == 7).count())
        .as("control characters: " + said)
        .isZero();
  }

  private static byte[] flipped(byte[] bytes, int bits) {
    byte[] changed = bytes.clone();
    Random random = new Random(bits);
    for (int i = 0; i < bits && changed.length > 0; i++) {
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private static byte[] reversed(byte[] bytes) {
    List<String> lines = new ArrayList<>(text(bytes).lines().toList());
    Collections.reverse(lines);
    return of(String.join("\n", lines));
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] of(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
