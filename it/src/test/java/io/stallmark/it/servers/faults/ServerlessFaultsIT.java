package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stallmark.it.Program;
import io.stallmark.it.ReservedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What goes wrong without any server to blame. */
final class ServerlessFaultsIT {

  private static final String GENERAL_LOG =
      """
      /usr/sbin/mysqld, Version: 8.0.35 (MySQL Community Server - GPL). started with:
      Tcp port: 3306  Unix socket: /var/run/mysqld/mysqld.sock
      Time                 Id Command    Argument
      2024-01-01T10:00:00.000000Z\t    8 Connect\troot@localhost on db using TCP/IP
      2024-01-01T10:00:00.100000Z\t    8 Query\tselect 1
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run sysbench --treads 4               | No option '--treads': did you mean --threads?",
        "run sysbench --url mongodb://h/?tls=j | The URL says tls=j: it is true or false",
      })
  void wrongUsage_isOneLine(String line, String says) throws Exception {
    Program program = new Program(directory, Map.of());
    Program.Result result = program.run(line.split(" +"));
    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).startsWith("stallmark: ").contains(says);
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb", "mongodb"})
  void serverDownOrUnknown_isOneLine(String scheme) throws Exception {
    try (ReservedPort closed = new ReservedPort()) {
      for (String where : List.of(closed.toString(), "no-such-host.invalid")) {
        Program.Result result =
            new Program(directory, Map.of("STALLMARK_PASSWORD", "x"))
                .run("run", "sysbench", "--url", scheme + "://bench@" + where + "/free");
        assertThat(result.exit()).as(result.err()).isEqualTo(3);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).startsWith("stallmark: ").contains(where);
        assertThat(directory).isEmptyDirectory();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb", "mongodb"})
  void interruptWhileTheServerSaysNothing_endsTheProgram(String scheme) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = scheme + "://127.0.0.1:" + silent.getLocalPort() + "/free";
      // Longer than the test may last.
      String patience = scheme.equals("mongodb") ? "?connectTimeoutMS=" : "?connectTimeout=";
      String more = scheme.equals("mongodb") ? "&serverSelectionTimeoutMS=3600000" : "";
      Program.Running running =
          new Program(directory, Map.of())
              .start("run", "sysbench", "--url", url + patience + "3600000" + more);
      try (Socket held = silent.accept()) {
        running.process().toHandle().destroy();
        Program.Result result = Program.finish(running);
        assertThat(held.isClosed()).isFalse();
        assertThat(result.exit()).as(result.err()).isEqualTo(130);
        assertThat(result.lastError()).isEqualTo("stallmark: Interrupted; nothing was measured.");
      }
      assertThat(directory).isEmptyDirectory();
    }
  }

  @Test
  void fullDiskUnderTheResults_endsTheRun_andItsFilesSaySo() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can mount a small disk");
    Path small = Files.createDirectory(directory.resolve("small"));
    sh("mount -t tmpfs -o size=160k tmpfs " + small);
    try {
      Program.Result result = runInto(small);
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
      assertThat(result.lastError())
          .startsWith("stallmark: The results cannot be written to " + small)
          .endsWith("No space left on device");
      assertThat(result.err()).doesNotContain("\tat ");
      List<Path> runs = list(small);
      assertThat(runs).hasSize(1);
      JsonNode json = new JsonMapper().readTree(Files.readString(runs.get(0).resolve("run.json")));
      assertThat(json.get("state").asString()).isEqualTo("failed");
      assertThat("stallmark: " + json.get("reason").asString()).isEqualTo(result.lastError());
      assertThat(json.has("summary")).isFalse();
      assertThat(list(runs.get(0)))
          .extracting(file -> file.getFileName().toString())
          .containsExactly(
              "dips.csv", "intervals.csv", "latency.hlog", "run.json", "stalls.csv", "trust.csv");
      assertThat(Files.readString(runs.get(0).resolve("intervals.csv"))).endsWith("\n");
      assertThat(Files.readString(runs.get(0).resolve("latency.hlog"))).endsWith("\n");
    } finally {
      sh("umount " + small);
    }
  }

  @Test
  void limitOfFiles_thatThePageExceeds_isAFailure_andTheRunIsKept() throws Exception {
    Program program = new Program(directory, Map.of());
    Program.Result result =
        program
            .withFilesUpTo(200_000)
            .run(
                "run",
                "sysbench",
                "--url",
                "embedded:mongo",
                "--events",
                "20",
                "-p",
                "tables=1",
                "-p",
                "rows=100",
                "--allow-errors",
                "100");
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    Path run = program.results().get(0);
    assertThat(result.lastError())
        .startsWith("stallmark: There is no page of this run: ")
        .contains("/report.html cannot be written: File too large; 'stallmark report results/")
        .endsWith(run.getFileName() + "' writes it.");
    assertThat(result.out()).contains("transactions/s").doesNotContain("report.html");
    assertThat(run.resolve("report.html")).doesNotExist();
    assertThat(program.runJson().get("state").asString()).isEqualTo("completed");
    Program.Result limited = program.withFilesUpTo(200_000).run("report", run.toString());
    assertThat(limited.exit()).isEqualTo(1);
    assertThat(limited.out()).isEmpty();
    assertThat(limited.err()).contains("/report.html cannot be written: File too large");
    assertThat(program.call("report", run.toString()).exit()).isZero();
    Files.writeString(directory.resolve("general.log"), GENERAL_LOG);
    Program.Result trace =
        program
            .withFilesUpTo(1000)
            .run("trace", "convert", "--source", "general-log", "--to", "trace", "general.log");
    assertThat(trace.exit()).isEqualTo(1);
    assertThat(trace.lastError())
        .startsWith("stallmark: A library cannot be used: Cannot unpack ")
        .endsWith("directory, as in JAVA_OPTS=-Djava.io.tmpdir=DIR.");
  }

  private Program.Result runInto(Path out) {
    return new Program(directory, Map.of())
        .run(
            "run",
            "sysbench",
            "--url",
            "embedded:mongo",
            "--seconds",
            "3600",
            "--interval",
            "0.1",
            "--out",
            out.toString(),
            "-p",
            "tables=1",
            "-p",
            "rows=100");
  }

  private static List<Path> list(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  private static void sh(String command) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", command).inheritIO().start();
    assertThat(process.waitFor()).as(command).isZero();
  }
}
