package io.stallmark.cli;

import static io.stallmark.trace.TraceExamples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.capture.ToyProtocol;
import io.stallmark.trace.TraceExamples;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceCommandTest {

  @TempDir private Path directory;
  private Stage stage;

  @BeforeEach
  void begin() throws IOException {
    stage = new Stage(directory);
    stage.binding.wire = Optional.of(new ToyProtocol());
    TraceExamples.write(directory.resolve("t"), "toy", TraceExamples.twoSessions(25));
  }

  private void assertFails(int exit, String message, String... args) {
    Stage.Outcome outcome = stage.run(args);
    assertThat(outcome.errorLines()).singleElement().asString().contains(message);
    assertThat(outcome.exit()).isEqualTo(exit);
  }

  private List<TraceRecord> read(String trace) throws TraceException {
    List<TraceRecord> records = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(directory.resolve(trace))) {
      for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
        records.add(next);
      }
    }
    return records;
  }

  @Test
  void info_describesATrace() {
    Stage.Outcome outcome = stage.run("trace", "info", "t").well();
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(outcome.out())
        .contains("family      toy", "server      db1:3306", "state       completed")
        .contains("length      25.0 s", "sessions    2", "operations  25")
        .containsPattern("select +16 +0 +1\\.000 +1\\.000 +1\\.000 +1\\.000\n")
        .containsPattern("0\\.004 +4 +1\\.000 +select t2 \\?\n");
  }

  @Test
  void info_readsAKilledRecording() throws IOException {
    TraceWriter writer =
        TraceWriter.create(directory.resolve("killed"), TraceExamples.origin("strange"));
    TraceExamples.twoSessions(15).forEach(writer::record);
    Stage.Outcome outcome = stage.run("trace", "info", "killed").well();
    assertThat(outcome.out())
        .contains("unfinished: the recording was killed or is in progress", "operations  10");
    assertThat(stage.run("trace", "check", "killed").out())
        .startsWith("Segments: 1. Operations: 10 = 10 with a reply + 0 without. Damage: none.")
        .contains("Unfinished");
  }

  @Test
  void check_listsDamages() throws IOException {
    assertThat(stage.run("trace", "check", "t").exit()).isZero();
    Files.delete(directory.resolve("t/000001.idx"));
    Files.writeString(directory.resolve("t/000002.trc.zst"), "x");
    Stage.Outcome outcome = stage.run("trace", "check", "t");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out().lines()).hasSize(3);
    assertThat(outcome.out()).contains("000001.idx is missing", "000002.trc.zst is damaged: ");
    assertFails(1, "000001.idx is missing", "trace", "info", "t");
  }

  @Test
  void convert_makesATrace() throws IOException {
    Files.writeString(directory.resolve("log"), "select a\nselect b\n");
    Stage.Outcome outcome =
        stage.run("trace", "convert", "--source", "lines", "--to", "c", "log").well();
    assertThat(outcome.out()).contains("2 operations of 1 sessions in c");
    assertThat(read("c")).hasSize(2 + 2 * 2);
    assertThat(stage.run("trace", "check", "c").exit()).isZero();
  }

  @Test
  void convert_namesDamage_andKeepsWhatCameBefore() throws IOException {
    Files.writeString(directory.resolve("log"), "select a\ndamage\n");
    assertFails(
        1, "is damaged at line 2", "trace", "convert", "--source", "lines", "--to", "c", "log");
    assertThat(read("c")).hasSize(3);
    assertThat(stage.run("trace", "info", "c").out()).contains("state       failed");
    Files.writeString(directory.resolve("empty"), "");
    assertFails(
        2, "empty is no recording", "trace", "convert", "--source", "lines", "--to", "d", "empty");
    assertFails(2, "not one of lines", "trace", "convert", "--source", "x", "--to", "d", "log");
    assertFails(2, "no cannot be read", "trace", "convert", "--source", "lines", "--to", "d", "no");
  }

  @Test
  void cut_keepsOpenSessions() throws IOException {
    stage.run("trace", "cut", "t", "--to", "part", "--from", "5.0005", "--until", "12").well();
    List<TraceRecord> part = read("part");
    assertThat(part).hasSize(2 + 6 * 2);
    assertThat(part.stream().filter(SessionStart.class::isInstance).map(TraceRecord::time))
        .containsExactly(5 * SECOND + 500_000, 5 * SECOND + 500_000);
    assertThat(stage.run("trace", "check", "part").exit()).isZero();
  }

  @Test
  void filter_keepsWholeOperations() throws IOException {
    stage.run("trace", "filter", "t", "--to", "reads", "--operations", "reads");
    stage.run("trace", "filter", "t", "--to", "writes", "--operations", "writes");
    stage.run("trace", "filter", "t", "--to", "second", "--sessions", "2,7");
    assertThat(read("reads")).hasSize(4 + 16 * 2);
    assertThat(read("writes")).hasSize(4 + 9 * 2);
    assertThat(read("second")).hasSize(2 + 12 * 2).allMatch(record -> record.session() == 2);
    assertThat(stage.run("trace", "check", "reads").exit()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reads", "writes"})
  void filter_keepsTransactions(String kind) throws IOException {
    Files.writeString(directory.resolve("log"), "select a\nupdate b\ncommit it\n");
    stage.run("trace", "convert", "--source", "lines", "--to", "c", "log");
    stage.run("trace", "filter", "c", "--to", "part", "--operations", kind);
    assertThat(stage.run("trace", "info", "part").out())
        .contains("commit", kind.equals("reads") ? "select" : "update")
        .doesNotContain(kind.equals("reads") ? "update" : "select");
  }

  @Test
  void redact_replacesValuesAndDropsContents() throws IOException {
    Files.writeString(directory.resolve("salt"), "0123456789abcdef");
    Stage.Outcome outcome =
        stage.run("trace", "redact", "t", "--to", "r", "--salt-file", "salt").well();
    assertThat(outcome.err()).contains("2 operations cannot be read and are left out.");
    assertThat(stage.run("trace", "check", "r").out())
        .startsWith("Segments: 3. Operations: 23 = 23 with a reply + 0 without. Damage: none.");
    List<TraceRecord> records = read("r");
    assertThat(records).filteredOn(Gap.class::isInstance).hasSize(2);
    assertThat(records)
        .filteredOn(Operation.class::isInstance)
        .extracting(operation -> new String(((Operation) operation).body()))
        .allMatch(text -> text.matches("(select|update) [a-z0-9]+"));
    assertThat(records)
        .filteredOn(Reply.class::isInstance)
        .allMatch(reply -> ((Reply) reply).hash() == 0 && ((Reply) reply).rows() == 1);
    assertThat(records.get(0)).isInstanceOf(SessionStart.class);
    assertThat(((SessionStart) records.get(0)).attributes().get("user"))
        .hasSize(4)
        .isNotEqualTo("app1");
    try (TraceReader reader = TraceReader.open(directory.resolve("r"))) {
      assertThat(reader.document().origin().replies()).isEqualTo(Replies.ROWS);
    }
  }

  @Test
  void redact_isRepeatableOnlyWithItsSalt() throws IOException {
    Files.writeString(directory.resolve("salt"), "0123456789abcdef");
    stage.run("trace", "redact", "t", "--to", "a", "--salt-file", "salt");
    stage.run("trace", "redact", "t", "--to", "b", "--salt-file", "salt");
    Stage.Outcome outcome = stage.run("trace", "redact", "t", "--to", "c");
    assertThat(outcome.err()).contains("The salt is random");
    assertThat(texts("a")).isEqualTo(texts("b")).isNotEqualTo(texts("c"));
  }

  private List<String> texts(String trace) throws TraceException {
    return read(trace).stream()
        .filter(Operation.class::isInstance)
        .map(operation -> new String(((Operation) operation).body()))
        .toList();
  }

  @Test
  void wrongUsage_isOneLine() throws IOException {
    Files.writeString(directory.resolve("short"), "0123456789abcde");
    assertFails(2, "has 15 bytes", "trace", "redact", "t", "--to", "u", "--salt-file", "short");
    assertFails(2, "cannot be read", "trace", "redact", "t", "--to", "u", "--salt-file", "none");
    assertFails(2, "t is not empty", "trace", "redact", "t", "--to", "t");
    TraceExamples.write(directory.resolve("s"), "strange", List.of());
    assertFails(2, "family 'strange'", "trace", "redact", "s", "--to", "u");
    assertThat(directory.resolve("u")).doesNotExist();
    assertFails(2, "Give a command: info, check, convert, cut, filter, redact", "trace");
    assertFails(2, "is not a trace: it has no trace.json", "trace", "info", "none");
    assertFails(2, "'stallmark trace info --help' has all", "trace", "info");
    assertFails(2, "No option '--form'", "trace", "cut", "t", "--to", "u", "--form", "1");
    assertFails(2, "t is not empty", "trace", "cut", "t", "--to", "t");
    assertFails(2, "--until", "trace", "cut", "t", "--to", "u", "--from", "3", "--until", "3");
    assertFails(2, "--from", "trace", "cut", "t", "--to", "u", "--from", "NaN");
    assertFails(2, "--operations", "trace", "filter", "t", "--to", "u", "--operations", "some");
    assertFails(2, "--sessions", "trace", "filter", "t", "--to", "u", "--sessions", "");
  }
}
