package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code stallmark}, in a directory without modules, with a Java that prints its
 * arguments.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a script of the shell")
final class LauncherScriptTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path directory;

  @BeforeEach
  void copy() throws IOException {
    Files.copy(ROOT.resolve("stallmark"), directory.resolve("stallmark"));
    Files.copy(ROOT.resolve("pom.xml"), directory.resolve("pom.xml"));
    Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private String run(String lib) throws Exception {
    return run(lib, "sh", directory.resolve("stallmark").toString(), "list");
  }

  private String run(String lib, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
    builder.environment().put("STALLMARK_LIB", lib);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  @Test
  void directoryOfJars_isOnTheClassPath() throws Exception {
    Path lib = Files.createDirectory(directory.resolve("my jars"));
    assertThat(run(lib.toString()).lines()).containsSequence("-cp", lib + "/*");
    assertThat(run("").lines())
        .doesNotContain(lib + "/*")
        .endsWith("io.stallmark.cli.Main", "list");
  }

  @Test
  void directoryThatIsMissing_isNamed() throws Exception {
    assertThat(run("nowhere")).contains("stallmark: STALLMARK_LIB: there is no directory nowhere");
  }

  @Test
  void widthOfTheTerminal_isTold() throws Exception {
    String list = "stty cols 200 && sh " + directory.resolve("stallmark") + " list";
    assertThat(run("", "script", "-qec", list, "/dev/null").lines())
        .contains("-Dstallmark.columns=200");
    assertThat(run("").lines()).contains("-Dstallmark.columns=");
  }
}
