package io.stallmark.lua;

import io.stallmark.cli.Calls;
import io.stallmark.cli.FileDatabaseTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What tests of scripts need on databases in this JVM. */
abstract class LuaFileTest extends FileDatabaseTest {

  /** Writes the script. Returns its name. */
  final String file(String script) throws IOException {
    return file("script.lua", script);
  }

  /**
   * Calls the program with a script.
   *
   * @param words the first two are a command and a workload
   */
  final Calls.Result call(String scheme, String file, String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(2, List.of("--file", file));
    return call(scheme, line);
  }

  /** Content of run.json of the only run. */
  final String document() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      Path file = all.filter(each -> each.endsWith("run.json")).findFirst().orElseThrow();
      return Files.readString(file);
    }
  }
}
