package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The workload transfer on real servers, from the runnable jar. */
@Docker
final class TransferIT {

  private static final Pattern CHECKSUM = Pattern.compile("Checksum: (.*)\\.");

  @TempDir private Path directory;
  private Program program;

  private Program.Result call(SharedServer which, String command, String... more) {
    Server server = which.emptied();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    return again(server, command, more);
  }

  private Program.Result again(Server server, String command, String... more) {
    boolean bulk = List.of(more).contains("insert-form=bulk"); // with MariaDB's driver only
    String url = bulk ? server.url().replace("mysql:", "mariadb:") : server.url();
    String[] line = Program.words(List.of(command, "transfer", "--url", url), more);
    return command.equals("run") && !List.of(more).contains("--verify")
        ? program.run(line)
        : program.call(line);
  }

  private static String checksum(Program.Result result) {
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    Matcher found = CHECKSUM.matcher(result.out() + result.err());
    assertThat(found.find()).as(result.out() + result.err()).isTrue();
    return found.group(1);
  }

  /** What one family has exported is imported into the other one, and nothing has changed. */
  @ParameterizedTest
  @CsvSource({"MARIADB, MONGO, jsonl, small, 3000, none"})
  void documents_areTheSame_afterAnExportAndAnImportElsewhere(
      SharedServer from,
      SharedServer to,
      String format,
      String profile,
      String documents,
      String compress)
      throws Exception {
    String[] settings = {
      "-p",
      "format=" + format,
      "-p",
      "profile=" + profile,
      "-p",
      "documents=" + documents,
      "-p",
      "compress=" + compress
    };
    List<String> both = new ArrayList<>(List.of(settings));
    both.addAll(List.of("-p", "direction=both", "-p", "key-order=random"));
    both.addAll(List.of("-p", "file=" + directory.resolve("files")));
    Program.Result first = call(from, "run", both.toArray(String[]::new));
    String sum = checksum(first);
    JsonNode kinds = program.runJson().get("summary").get("kinds");
    assertThat(kinds.get("insert_documents").get("rows").asLong())
        .isEqualTo(Long.parseLong(documents));
    assertThat(kinds.get("read_documents").get("rows").asLong())
        .isEqualTo(Long.parseLong(documents));
    assertThat(kinds.get("export_chunk").get("count").asLong()).isPositive();

    List<String> imported = new ArrayList<>(List.of(settings));
    imported.addAll(List.of("-p", "file=" + directory.resolve("files/export"), "--verify"));
    assertThat(checksum(call(to, "run", imported.toArray(String[]::new)))).isEqualTo(sum);
    assertThat(
            program.runJson().get("summary").get("kinds").get("import_batch").get("count").asLong())
        .isPositive();
  }

  @Thorough
  @ParameterizedTest
  @CsvSource({
    "MYSQL, MONGO, bson, large, 100, zstd",
    "MONGO, MARIADB, tsv, small, 20000, zstd",
    "MONGO, MYSQL, jsonl, large, 100, none",
    "MARIADB, MYSQL, tsv, large, 100, none",
    "TOKUDB, DOCUMENTDB, bson, small, 20000, none"
  })
  void otherFormatsAndServers_doSoToo(
      SharedServer from,
      SharedServer to,
      String format,
      String profile,
      String documents,
      String compress)
      throws Exception {
    documents_areTheSame_afterAnExportAndAnImportElsewhere(
        from, to, format, profile, documents, compress);
  }

  @ParameterizedTest
  @CsvSource({"MARIADB, import", "MONGO, both"})
  void indexesAfterTheImport_areThereWhenTheTableIsVerified(SharedServer which, String direction)
      throws Exception {
    String[] settings = {
      "-p",
      "documents=2000",
      "-p",
      "batch=100", // enough of them for a chart
      "-p",
      "indexes=after",
      "-p",
      "direction=" + direction,
      "--verify"
    };
    checksum(call(which, "run", settings));
    JsonNode kinds = program.runJson().get("summary").get("kinds");
    assertThat(kinds.get("create_indexes").get("count").asLong()).isEqualTo(1);
    JsonNode transfer = program.runJson().get("transfer");
    assertThat(transfer.get("documents").asLong()).isEqualTo(2000);
    assertThat(transfer.get("indexSeconds").asDouble()).isPositive();
    assertThat(transfer.has("exportSeconds")).isEqualTo(direction.equals("both"));
    List<String> progress = Files.readAllLines(program.results().get(0).resolve("progress.csv"));
    assertThat(progress.get(0)).startsWith("documents,at_s,documents_per_s,source_mb_per_s");
    assertThat(progress.get(progress.size() - 1)).startsWith("2000,");
    assertThat(program.results().get(0).resolve("report.html"))
        .content()
        .contains("\"metric\":\"documents/s\"");
  }

  /** LOAD DATA LOCAL skips such a row with a warning only. */
  @Thorough
  @ParameterizedTest
  @CsvSource({"MARIADB, stream", "MARIADB, bulk", "MONGO, auto"})
  void duplicateKey_failsTheImport(SharedServer which, String form) throws Exception {
    String[] settings = {
      "-p",
      "documents=2000",
      "-p",
      "format=tsv",
      "-p",
      "file=" + directory.resolve("files"),
      "-p",
      "insert-form=" + form
    };
    checksum(call(which, "run", settings));
    Path first = directory.resolve("files/0001.tsv");
    String content = Files.readString(first);
    Files.writeString(first, content.replace("\n1235\t", "\n1234\t"));
    Program.Result result = call(which, "run", settings);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.out() + result.err())
        .containsAnyOf(
            "Table objects has 1,999 documents, and 2,000 were imported.",
            "The inserts of 1 batches with 1,000 documents failed");
  }

  @Thorough
  @ParameterizedTest
  @CsvSource({"MARIADB", "MONGO"})
  void exportOfALoad_isVerified_andABadLineEndsAnImport(SharedServer which) throws Exception {
    Path files = directory.resolve("files");
    String[] settings = {"-p", "documents=2000", "-p", "format=tsv", "-p", "file=" + files};
    List<String> export = new ArrayList<>(List.of(settings));
    export.addAll(List.of("-p", "direction=export", "--verify"));
    checksum(call(which, "run", export.toArray(String[]::new)));
    Path first = files.resolve("0001.tsv");
    String content = Files.readString(first);
    Files.writeString(first, "x" + content.substring(1));
    Program.Result bad = call(which, "run", settings);
    assertThat(bad.exit()).isEqualTo(1);
    assertThat(bad.out() + bad.err()).contains("0001.tsv, line 1: field _id is no int64");
    Files.delete(first);
    Program.Result missing = call(which, "run", settings);
    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.lastError()).contains("0001.tsv, which manifest.json names, does not exist");
  }
}
