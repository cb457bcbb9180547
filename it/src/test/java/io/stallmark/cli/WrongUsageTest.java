package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong command lines and files: one line, the right exit code, no secret, nothing written. */
final class WrongUsageTest {

  private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");
  private static final List<String> SECRETS = List.of("secret", "hunter2", "Hunter-22");

  private static final String GENERAL_LOG =
      """
      /usr/sbin/mysqld, Version: 8.0.35 (MySQL Community Server - GPL). started with:
      Tcp port: 3306  Unix socket: /var/run/mysqld/mysqld.sock
      Time                 Id Command    Argument
      2024-01-01T10:00:00.000000Z\t    8 Connect\troot@localhost on db using TCP/IP
      2024-01-01T10:00:00.100000Z\t    8 Query\tselect 1
      """;

  @TempDir private static Path directory;

  /** Accepts connections and says nothing. */
  private static ServerSocket silent;

  /** A row of a table. */
  record Case(int exit, String input, String message) {}

  /** Every fourth of {@link #commandLines()}: some of each kind. */
  static Stream<Case> someCommandLines() throws IOException {
    return everyFourth(commandLines());
  }

  private static Stream<Case> everyFourth(List<Case> cases) {
    return IntStream.range(0, cases.size()).filter(i -> i % 4 == 0).mapToObj(cases::get);
  }

  static List<Case> commandLines() throws IOException {
    List<Case> cases = cases("/wrong-usage.txt");
    assertThat(cases).hasSizeGreaterThan(300);
    return cases;
  }

  static List<Case> situations() throws IOException {
    return cases("/wrong-situations.txt");
  }

  private static List<Case> cases(String resource) throws IOException {
    List<Case> cases = new ArrayList<>();
    for (String line : text(resource).lines().toList()) {
      if (!line.startsWith("#")) {
        String[] fields = line.split(" \\| ", 3);
        cases.add(new Case(Integer.parseInt(fields[0]), fields[1], fields[2]));
      }
    }
    return cases;
  }

  @BeforeAll
  static void writeFiles() throws Exception {
    Files.createDirectory(directory.resolve("dir"));
    Files.createSymbolicLink(directory.resolve("loop"), directory.resolve("loop"));
    Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    Files.createDirectory(directory.resolve("damaged"));
    write("damaged/run.json", "{");
    write("empty", "");
    write("file.txt", "hello\n");
    write("secret.txt", "hunter2\n");
    write("rates-letters.csv", "0,fast\n");
    write("rates-negative.csv", "0,-5\n1,5\n");
    write("rates-backwards.csv", "5,5\n1,5\n");
    write("rates-unicode.csv", "0,５\n1,5\n");
    write("good-rates.csv", "0,5\n1,5\n");
    write("good.spec", "workload: sysbench\n");
    write("good.jsonl", "{\"a\":1}\n");
    write("general.log", GENERAL_LOG);
    Files.createDirectory(directory.resolve("piped"));
    String pipe = directory.resolve("piped/trace.json").toString();
    assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
    Calls calls = new Calls(directory);
    calls.run("trace", "convert", "--source", "general-log", "--to", "trace", "general.log");
    calls.run("trace", "filter", "trace", "--sessions", "9", "--to", "nothing").well();
    silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    write(
        "good.yaml",
        "name: good\nworkload: sysbench\ndatabases: {here: {url: mysql://h/db}}\n"
            + "matrix: {threads: [1, 2]}\n");
  }

  @AfterAll
  static void close() throws IOException {
    silent.close();
  }

  /** Files, URLs and values that only their use shows to be wrong. */
  @ParameterizedTest
  @MethodSource("situations")
  void wrongSituation_isNamed(Case row) throws IOException {
    assertCommandLineRefused(row);
  }

  @ParameterizedTest
  @MethodSource("someCommandLines")
  void wrongCommandLine_isRefused(Case row) throws IOException {
    assertCommandLineRefused(row);
  }

  @Thorough
  @ParameterizedTest
  @MethodSource("commandLines")
  void anyWrongCommandLine_isRefused(Case row) throws IOException {
    assertCommandLineRefused(row);
  }

  private static void assertCommandLineRefused(Case row) throws IOException {
    List<String> words =
        WORD.matcher(row.input)
            .results()
            .map(MatchResult::group)
            .map(w -> w.replace("'", "").replace("\\n", "\n").replace("\\0", "\0"))
            .map(WrongUsageTest::filled)
            .toList();
    assertRefused(row, words.toArray(String[]::new));
  }

  private static String filled(String text) {
    return text.replace("{dir}", directory.toString())
        .replace("{port}", Integer.toString(silent.getLocalPort()));
  }

  /** Every fourth of {@link #files()}. */
  static Stream<Case> someFiles() throws IOException {
    return everyFourth(files());
  }

  static List<Case> files() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (String block : text("/wrong-files.txt").split("(?m)^=== ")) {
      int end = block.indexOf('\n');
      int bar = block.indexOf(" | ");
      if (!cases.isEmpty() || bar < end && !block.startsWith("Wrong")) {
        cases.add(
            new Case(
                2, block.substring(0, bar) + block.substring(end), block.substring(bar + 3, end)));
      }
    }
    assertThat(cases).hasSizeGreaterThan(80);
    return cases;
  }

  @ParameterizedTest
  @MethodSource("someFiles")
  void wrongFile_isRefused(Case row) throws IOException {
    assertFileRefused(row);
  }

  @Thorough
  @ParameterizedTest
  @MethodSource("files")
  void anyWrongFile_isRefused(Case row) throws IOException {
    assertFileRefused(row);
  }

  private static void assertFileRefused(Case row) throws IOException {
    String body = row.input.substring(row.input.indexOf('\n') + 1);
    write("x.yaml", body);
    boolean experiment = row.input.startsWith("exp");
    assertRefused(
        row,
        experiment
            ? new String[] {"experiment", "x.yaml", "--dry-run"}
            : new String[] {"run", "--spec", "x.yaml"});
  }

  static Stream<Case> largeFiles() {
    String nines = "9".repeat(400);
    return Stream.of(
        new Case(2, "workload: " + "[".repeat(20_000) + "\n", "nested more than 50 levels deep"),
        new Case(2, "#" + "x".repeat(500_000) + "\n", "x.yaml, line 1: is too long"),
        new Case(2, "# x\n".repeat(5_000_000), "x.yaml is larger than 8 MB"),
        new Case(
            2, "workload: sysbench\nthreads: " + nines, "line 2, key threads: --threads: '9999"),
        new Case(2, "workload: sysbench\nseconds: 1e" + nines, "line 2, key seconds: --seconds:"),
        new Case(2, "workload: sysbench\0", "x.yaml is not YAML: special characters"));
  }

  @ParameterizedTest
  @MethodSource
  void largeFiles(Case row) throws IOException {
    write("x.yaml", row.input);
    assertRefused(row, "run", "--spec", "x.yaml");
  }

  private static void assertRefused(Case row, String... words) throws IOException {
    List<Path> before = everything();
    Calls.Result result = new Calls(directory).run(words);
    assertThat(result.err().lines()).as(result.err()).hasSize(1);
    assertThat(result.err())
        .startsWith("stallmark: ")
        .contains(filled(row.message))
        .doesNotContain("Exception", "defect")
        .doesNotContain(SECRETS);
    assertThat(result.exit()).as(result.err()).isEqualTo(row.exit);
    assertThat(result.out()).isEmpty();
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void byteOrderMark_isSkipped() throws IOException {
    write("x.yaml", "\uFEFFworkload: sysbench\nthreads: 0\n");
    write("rates.csv", "\uFEFF0,5\n1,-5\n");
    assertThat(new Calls(directory).run("run", "--spec", "x.yaml").err()).contains("key threads: ");
    assertThat(new Calls(directory).run("run", "sysbench", "--rate-file", "rates.csv").err())
        .contains("line 2: a rate must be");
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private static List<Path> everything() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.sorted().toList();
    }
  }

  private static String text(String resource) throws IOException {
    try (var in = Objects.requireNonNull(WrongUsageTest.class.getResourceAsStream(resource))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
