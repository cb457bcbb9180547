package io.stallmark.pgbench;

import io.stallmark.pgbench.script.ScriptFiles;
import io.stallmark.pgbench.script.Scripts;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The workload {@code pgbench}. */
public final class PgbenchWorkload extends DeclaredWorkload {

  private static final String FILE = SpecEntries.FILE;
  private static final String DEFINE = SpecEntries.DEFINE;
  private static final String PROTOCOL = "protocol";
  private static final String TEXT = "text";

  public PgbenchWorkload() {
    super(
        "pgbench",
        "scripts that are written for pgbench (--file), on tables that exist",
        List.of(
            Setting.text(FILE, "", "scripts, each with a weight: a.sql@3; as --file gives them"),
            Setting.text(DEFINE, "", "variables, as -D gives them: scale=10"),
            Setting.choice(PROTOCOL, List.of("prepared", TEXT), "as --protocol, on any database")));
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of();
  }

  /** None is described. Refuses to go without scripts, or with mistakes in one. */
  @Override
  public Optional<String> existingTable(Settings settings) {
    scenario(settings, 0, Set.of());
    return Optional.empty();
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    if (settings.text(FILE).isEmpty()) {
      throw new RefusedException("pgbench needs scripts: give --file FILE.sql");
    }
    try {
      FirstValues first = new FirstValues(settings.text(DEFINE), seed);
      boolean inStrings = settings.choice(PROTOCOL).equals(TEXT);
      Scripts scripts = ScriptFiles.read(settings.text(FILE), first.names(), inStrings);
      first.check(scripts);
      return new ScriptScenario(scripts, first, capabilities.contains(Capability.TRANSACTIONS));
    } catch (SpecException e) {
      throw new RefusedException(e.getMessage(), e);
    }
  }
}
