package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import io.stallmark.text.RefusedException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    Files.writeString(
        java,
        """
        #!/bin/sh
        for word; do
          case $word in
            -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*) echo made >>"${word#*=}" ;;
          esac
        done
        printf '%s\\n' "$@"
        """);
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

  /** A database of another jar. */
  public static final class ElsewhereDialect extends SqlDialect {

    @Override
    public String name() {
      return "elsewhere";
    }
  }

  /** A workload of another jar. */
  public static final class ElsewhereWorkload extends DeclaredWorkload {

    public ElsewhereWorkload() {
      super("faraway", "is in a jar", List.of(Setting.text("distance", "", "how far it is")));
    }

    @Override
    public Map<String, Map<String, String>> operations() {
      return Map.of();
    }

    @Override
    public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
      throw new RefusedException("it only has a name");
    }
  }

  /** Writes a jar with services and their classes. */
  private static void jar(Path file, Map<Class<?>, Class<?>> services) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<Class<?>, Class<?>> service : services.entrySet()) {
        jar.putNextEntry(new JarEntry("META-INF/services/" + service.getKey().getName()));
        jar.write(service.getValue().getName().getBytes(StandardCharsets.UTF_8));
        String path = service.getValue().getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(path));
        try (InputStream code =
            LauncherScriptTest.class.getClassLoader().getResourceAsStream(path)) {
          jar.write(Objects.requireNonNull(code).readAllBytes());
        }
      }
    }
  }

  @Test
  void bindingAndWorkloadOfADirectoryOfJars_areListedAndCompleted() throws Exception {
    Path tests =
        Path.of(
            LauncherScriptTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String others =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(each -> !Path.of(each).equals(tests) && Files.exists(Path.of(each)))
            .collect(Collectors.joining(File.pathSeparator));
    Files.writeString(module(), others);
    Path lib = Files.createDirectory(directory.resolve("my jars"));
    jar(
        lib.resolve("elsewhere.jar"),
        Map.of(Binding.class, ElsewhereDialect.class, Workload.class, ElsewhereWorkload.class));
    String launcher =
        "JAVA_HOME='" + System.getProperty("java.home") + "' JAVA_OPTS=-Xshare:auto sh stallmark ";
    assertThat(run(lib.toString(), "sh", "-c", launcher + "list"))
        .contains("  elsewhere ", "elsewhere:", "  faraway ", "-p distance=");
    assertThat(run(lib.toString(), "sh", "-c", launcher + "completion"))
        .contains("faraway) echo 'distance='");
    assertThat(run("", "sh", "-c", launcher + "list")).doesNotContain("elsewhere", "faraway");
  }

  @Test
  void directoryThatIsMissing_isNamed() throws Exception {
    assertThat(run("nowhere")).contains("stallmark: STALLMARK_LIB: there is no directory nowhere");
  }

  @ParameterizedTest
  @CsvSource({"17.0.15, -XX:SharedArchiveFile", "25.0.3, -XX:AOTCache"})
  void archiveOfClasses_isMadeOnceForEachJava_andAgainAfterABuild(String version, String use)
      throws Exception {
    Path classPath = module();
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"" + version + "\"\n");
    String archive =
        directory.toRealPath() + "/target/java-" + version.substring(0, 2) + ".archive";
    assertThat(run("").lines())
        .containsOnlyOnce("Archiving classes; this is done once for each Java ...")
        .contains(use + "=" + archive)
        .endsWith("io.stallmark.cli.Main", "list");
    assertThat(run("")).doesNotContain("Archiving").contains(use + "=" + archive);
    Instant later = Files.getLastModifiedTime(Path.of(archive)).toInstant().plusSeconds(1);
    Files.setLastModifiedTime(classPath, FileTime.from(later));
    assertThat(run("")).contains("Archiving");
  }

  @ParameterizedTest
  @CsvSource({"17.0.15, true", "21.0.8, true", "25.0.3, false"})
  void archiveOfClasses_isMadeWithoutTheJit_whichWouldNeverCompileWhatItHadQueued(
      String version, boolean interpreted) throws Exception {
    module();
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"" + version + "\"\n");
    Path made = directory.resolve("made");
    Files.writeString(
        directory.resolve("jdk/bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$*\" >>'" + made + "'\n");
    run("");
    List<String> calls = Files.readAllLines(made);
    assertThat(calls).hasSize(2);
    assertThat(calls.get(0).contains("-Xint")).isEqualTo(interpreted);
    assertThat(calls.get(1)).doesNotContain("-Xint");
  }

  @Test
  void archiveThatJavaCannotMake_isNotTriedAgain() throws Exception {
    module();
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"21.0.8\"\n");
    Files.writeString(directory.resolve("jdk/bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(run("")).contains("Archiving").doesNotContain("SharedArchiveFile");
    assertThat(run("")).doesNotContain("Archiving").doesNotContain("SharedArchiveFile");
  }

  @Test
  void archive_hasNoJarsFromElsewhere_soThatItFitsWithoutThem() throws Exception {
    module();
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"17.0.15\"\n");
    Path made = directory.resolve("made");
    Files.writeString(
        directory.resolve("jdk/bin/java"),
        "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'" + made + "'\nprintf '%s\\n' \"$@\"\n");
    Path lib = Files.createDirectory(directory.resolve("lib"));
    assertThat(run(lib.toString()).lines()).anyMatch(line -> line.endsWith(":" + lib + "/*"));
    assertThat(Files.readAllLines(made).stream().filter(line -> line.contains(lib + "/*")))
        .hasSize(1);
  }

  @Test
  void directoryThatCannotBeWritten_isLeftWithoutAnArchive() throws Exception {
    module();
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"17.0.15\"\n");
    Files.createFile(directory.resolve("target")); // root may write to a directory of any mode
    assertThat(run(""))
        .doesNotContain("Archiving")
        .doesNotContain("SharedArchiveFile")
        .doesNotContain("mkdir")
        .contains("io.stallmark.cli.Main");
  }

  /** Creates a module that is built. Returns its class path. */
  private Path module() throws IOException {
    Path module = directory.resolve("bindings-x");
    Path services = Files.createDirectories(module.resolve("src/main/resources/META-INF/services"));
    Files.createFile(services.resolve("io.stallmark.spi.Binding"));
    Files.createFile(module.resolve("pom.xml"));
    Path target = Files.createDirectories(module.resolve("target"));
    Path jar = Files.createFile(target.resolve("stallmark-x-0.1.0-SNAPSHOT.jar"));
    return Files.writeString(target.resolve("classpath"), jar.toString());
  }

  @Test
  void widthOfTheTerminal_isTold() throws Exception {
    String list = "stty cols 200 && sh " + directory.resolve("stallmark") + " list";
    assertThat(run("", "script", "-qec", list, "/dev/null").lines())
        .contains("-Dstallmark.columns=200");
    assertThat(run("").lines()).as("in a pipe").contains("-Dstallmark.columns=");
    String exported = "COLUMNS=120 sh " + directory.resolve("stallmark") + " list";
    assertThat(run("", "sh", "-c", exported).lines()).contains("-Dstallmark.columns=120");
  }
}
