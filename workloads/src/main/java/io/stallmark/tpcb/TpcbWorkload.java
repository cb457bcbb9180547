package io.stallmark.tpcb;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workload {@code tpcb}. */
public final class TpcbWorkload extends DeclaredWorkload {

  private static final String SCALE = "scale";
  private static final String BUILTIN = "builtin";
  private static final String BATCH = "batch";

  /** Above it, the number of an account has more than 32 bits. */
  private static final int MOST_BRANCHES = 20_000;

  public TpcbWorkload() {
    super(
        "tpcb",
        "pgbench's built-in scripts: transfers at a bank, as in TPC-B",
        List.of(
            Setting.integer(SCALE, "1", 1, MOST_BRANCHES, "branches, each with 100,000 accounts"),
            Setting.choice(BUILTIN, Builtin.names(), "script of pgbench"),
            Setting.integer(BATCH, "1000", 1, 10_000, "rows per insert of a load")));
  }

  @Override
  public Map<String, String> foreignWords() {
    return Map.of(
        "tpcb-like", "tpcb",
        "simple-update", "tpcb -p builtin=simple-update",
        "select-only", "tpcb -p builtin=select-only",
        "-b", "-p builtin=…",
        "-s", "-p scale=…");
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of("select_balance", Map.of(BUILTIN, "select-only"));
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new TpcbScenario(
        settings.int32(SCALE),
        Builtin.of(settings.choice(BUILTIN)),
        settings.int32(BATCH),
        capabilities.contains(Capability.TRANSACTIONS));
  }
}
