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
  private static final String EXTENDED = "extended";
  private static final String SIMPLE = "simple";

  public PgbenchWorkload() {
    super(
        "pgbench",
        "scripts that are written for pgbench (--file), on tables that exist",
        List.of(
            Setting.text(FILE, "", "scripts, each with a weight: a.sql@3; as --file gives them"),
            Setting.text(DEFINE, "", "variables, as -D gives them: scale=10"),
            Setting.choice(
                PROTOCOL,
                List.of("prepared", EXTENDED, SIMPLE),
                "simple: as texts; extended only by a URL that says so")));
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
    String protocol = settings.choice(PROTOCOL);
    if (protocol.equals(EXTENDED)) {
      throw new RefusedException(
          "-p protocol=extended: leave it out, and give ?prepareThreshold=0 in the URL of"
              + " PostgreSQL");
    }
    try {
      FirstValues first = new FirstValues(settings.text(DEFINE), seed);
      Scripts scripts =
          ScriptFiles.read(settings.text(FILE), first.names(), protocol.equals(SIMPLE));
      first.check(scripts.used());
      return new ScriptScenario(scripts, first, capabilities.contains(Capability.TRANSACTIONS));
    } catch (SpecException e) {
      throw new RefusedException(e.getMessage(), e);
    }
  }
}
