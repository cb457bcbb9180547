package io.stallmark.run.document;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.plan.RunPlan;
import io.stallmark.result.RunLabels;
import io.stallmark.spi.Target;
import io.stallmark.spi.workload.Settings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requested configuration of a run with every default resolved.
 *
 * @param binding name of the binding
 * @param storage storage options as given with {@code --storage}
 * @param cache upper limit of the server's cache, bytes; null: not changed
 * @param flags options without a value that were given and that affect the tables or the verdict
 */
public record ResolvedRun(
    Instant start,
    String workload,
    String binding,
    Target target,
    RunPlan plan,
    Settings settings,
    Map<String, String> storage,
    @Nullable Long cache,
    StallRule stalls,
    List<String> flags,
    RunLabels labels) {

  public ResolvedRun {
    flags = List.copyOf(flags);
  }
}
