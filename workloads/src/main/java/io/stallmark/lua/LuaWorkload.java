package io.stallmark.lua;

import io.stallmark.lua.state.LuaScript;
import io.stallmark.lua.state.LuaState;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The workload {@code lua}. */
public final class LuaWorkload extends DeclaredWorkload {

  private static final String FILE = SpecEntries.FILE;
  private static final String DEFINE = SpecEntries.DEFINE;
  private static final String KIND = "kind";

  public LuaWorkload() {
    super(
        "lua",
        "a script that is written for sysbench (--file), with its options",
        List.of(
            Setting.text(FILE, "", "script, or the name of one of sysbench's package"),
            Setting.text(DEFINE, "", "options of the script: --tables=4, or -D tables=4"),
            Setting.text(KIND, "", "global of the script that names the kind of transaction")));
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of();
  }

  /** None is described. Refuses to go without a script, or with a mistake in it. */
  @Override
  public Optional<String> existingTable(Settings settings) {
    scenario(settings, 0, Set.of());
    return Optional.empty();
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return scenario(settings, seed, "", capabilities);
  }

  @Override
  public Scenario scenario(
      Settings settings, long seed, String place, Set<Capability> capabilities) {
    String file = settings.text(FILE);
    if (file.isEmpty()) {
      throw new RefusedException("lua needs a script: give --file FILE.lua");
    }
    try {
      LuaScript script = LuaScript.read(file);
      Map<String, String> given = given(settings.text(DEFINE));
      LuaState.Declared declared = LuaState.declared(script, given, "run", place);
      return new LuaScenario(script, declared, settings.text(KIND));
    } catch (SpecException e) {
      throw new RefusedException(e.getMessage(), e);
    }
  }

  /** Returns options by name. As in sysbench, a value can be empty, and the last one counts. */
  private static Map<String, String> given(String options) throws SpecException {
    Map<String, String> all = new LinkedHashMap<>();
    for (String each : options.isEmpty() ? List.<String>of() : SpecEntries.parts(options)) {
      String[] parts = each.split("=", 2);
      if (parts.length < 2 || parts[0].isBlank()) {
        throw new SpecException("-D takes NAME=VALUE, not '%s'", each.strip());
      }
      all.put(parts[0].strip(), parts[1].strip());
    }
    return all;
  }
}
