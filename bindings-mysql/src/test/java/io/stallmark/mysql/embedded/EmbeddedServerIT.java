package io.stallmark.mysql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.mysql.Fixtures;
import io.stallmark.mysql.MySqlDialect;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("It counts the servers that this JVM has started, and signals them.")
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the embedded server of the tests is built for Linux on x86-64")
final class EmbeddedServerIT {

  private static List<ProcessHandle> serversOf(ProcessHandle process) {
    return process.descendants().toList();
  }

  private static Path directory(String data) {
    return Path.of(data.substring(0, data.indexOf(" (")));
  }

  @Test
  void nothingIsLeftAfterAClose(@TempDir Path dir) throws Exception {
    Database database =
        new MySqlDialect()
            .open(
                Fixtures.target("embedded:mysql?buffer_pool=16M&durability=none&dir=" + dir, null));
    List<ProcessHandle> servers = serversOf(ProcessHandle.current());
    Map<String, String> facts = database.facts(List.of()).values();
    assertThat(facts).containsEntry("durability", "none");
    assertThat(directory(String.valueOf(facts.get("data")))).hasParent(dir).isDirectory();
    assertThat(database.facts(List.of()).warnings())
        .anyMatch(
            w -> w.startsWith("innodb_flush_log_at_trx_commit is 0, not 1: a crash can lose"));
    assertThat(servers).hasSize(2).allMatch(ProcessHandle::isAlive);
    database.close();
    assertThat(servers).noneMatch(ProcessHandle::isAlive);
    assertThat(dir).isEmptyDirectory();
    database.close();
  }

  @Test
  void aPasswordForOtherServers_isNotShownToThisOne() throws Exception {
    Target plain = Fixtures.target("embedded:mysql?buffer_pool=16M&durability=none", null);
    Target target =
        new Target(plain.url(), new Secret("elsewhere"), null, plain.tls(), plain.connections());
    try (Database database = new MySqlDialect().open(target)) {
      assertThat(database.facts(List.of()).values()).containsEntry("durability", "none");
    }
  }

  @Test
  void nothingIsLeftAfterOurOwnProcessIsKilled() throws Exception {
    List<Process> programs = new ArrayList<>();
    try {
      List<String> signals = List.of("KILL", "TERM");
      for (int i = 0; i < signals.size(); i++) {
        programs.add(startProgram());
      }
      for (int i = 0; i < signals.size(); i++) {
        killAndLookAfter(programs.get(i), signals.get(i));
      }
    } finally {
      programs.forEach(Process::destroyForcibly);
    }
  }

  private static Process startProgram() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            EmbeddedMain.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void killAndLookAfter(Process program, String signal) throws Exception {
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8)) {
      Path data = directory(String.valueOf(out.readLine()));
      List<ProcessHandle> servers = serversOf(program.toHandle());
      assertThat(servers).as(signal).hasSize(2);
      assertThat(data).isDirectory();
      new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid())).start().waitFor();
      program.waitFor(); // also for what it does at its end
      servers.forEach(server -> server.onExit().join());
      assertThat(data).as(signal).doesNotExist();
    }
  }

  @Test
  void aSignalToTheWholeGroupLeavesTheServerToUs(@TempDir Path dir) throws Exception {
    try (Database database =
        new MySqlDialect()
            .open(Fixtures.target("embedded:mysql?buffer_pool=16M&dir=" + dir, null))) {
      for (ProcessHandle server : serversOf(ProcessHandle.current())) {
        if (!isGroupLeader(server)) {
          new ProcessBuilder("kill", "-TERM", Long.toString(server.pid())).start().waitFor();
        }
      }
      assertThat(database.facts(List.of()).values()).isNotEmpty();
    }
  }

  /** A signal from the terminal does not reach who leads a group of its own. */
  private static boolean isGroupLeader(ProcessHandle process) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return fields[2].equals(Long.toString(process.pid()));
  }

  @Test
  void aServerThatDoesNotStartSaysWhyAndLeavesNothing(@TempDir Path dir) {
    assertThatThrownBy(
            () ->
                new MySqlDialect()
                    .open(Fixtures.target("embedded:mysql?buffer_pool=900000G&dir=" + dir, null)))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.REFUSED);
              assertThat(e.getMessage())
                  .startsWith("The embedded server does not start: ")
                  .containsIgnoringCase("buffer pool")
                  .doesNotContain("\n");
            });
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void whatFailsBeforeTheServerRunsLeavesNothing(@TempDir Path dir) {
    assertThatThrownBy(
            () ->
                new MySqlDialect()
                    .open(Fixtures.target("embedded:mysql?buffer_pool=16M&dir=" + dir, "oracle")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--driver is mysql or mariadb");
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatIsNotThereIsNamed(@TempDir Path dir) throws IOException {
    Path file = Files.createFile(dir.resolve("file"));
    for (Path path : List.of(dir.resolve("none/data"), file)) {
      assertThatThrownBy(
              () -> new MySqlDialect().open(Fixtures.target("embedded:mysql?dir=" + path, null)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Cannot create a directory for the embedded server in %s: no such directory", path);
    }
  }

  @Test
  void twoFirstStartsMakeOneTreeWhateverAKilledOneLeft(@TempDir Path cache) throws Exception {
    Path part = cache.resolve("mariadb-11.4.5-linux.part/base/bin");
    Files.writeString(Files.createDirectories(part).resolve("mariadbd"), "half");
    Path temporary = Files.createTempFile("#sql-temptable-", ".MAI"); // of another server
    var one = CompletableFuture.supplyAsync(() -> tree(cache));
    var two = CompletableFuture.supplyAsync(() -> tree(cache));
    assertThat(one.join()).isEqualTo(two.join()).isExecutable();
    assertThat(list(cache)).containsExactly("mariadb-11.4.5-linux", "mariadb-11.4.5-linux.lock");
    assertThat(Files.deleteIfExists(temporary)).isTrue();
  }

  private static Path tree(Path cache) {
    try {
      return ServerTree.get(cache).server();
    } catch (DbException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> list(Path dir) throws IOException {
    try (Stream<Path> paths = Files.list(dir)) {
      return paths.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }
}
