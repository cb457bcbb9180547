package io.stallmark.lua.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.lua.sql.SqlFunctions;
import io.stallmark.lua.state.LuaState.Use;
import io.stallmark.lua.watch.ScriptWatch;
import io.stallmark.spi.workload.Slice;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Expressions of Lua, with the results of sysbench 1.0.20; {@code it/lua-expressions.sh} made them.
 */
final class LuaExpressionsTest {

  @TempDir Path directory;

  private List<String> expected() throws Exception {
    try (InputStream file =
        LuaExpressionsTest.class.getResourceAsStream("/io/stallmark/lua/expressions.txt")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }

  private String result(String expression) throws Exception {
    Path file = directory.resolve("one.lua");
    Files.writeString(file, "result = tostring((" + expression + "))\n");
    LuaScript script = LuaScript.read(file.toString());
    LuaOptions options = LuaState.declared(script, Map.of(), "prepare", "").options();
    Use use = new Use("prepare", Slice.of(0, 1, 1), () -> 1, new ScriptWatch("test"));
    return String.valueOf(
        LuaState.of(script, options, use, SqlFunctions.closed()).global("result"));
  }

  @Test
  void everyExpression_hasTheResultThatSysbenchHas() throws Exception {
    List<String> expected = expected();
    List<String> found = new ArrayList<>();
    for (String line : expected) {
      String expression = line.substring(0, line.indexOf(" => "));
      found.add(expression + " => " + result(expression));
    }
    assertThat(found).hasSizeGreaterThan(200).isEqualTo(expected);
  }
}
