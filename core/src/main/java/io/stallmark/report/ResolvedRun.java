package io.stallmark.report;

import io.stallmark.analysis.stall.StallRule;
import io.stallmark.plan.RunPlan;
import io.stallmark.spi.Target;
import io.stallmark.spi.workload.Settings;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for, every default resolved.
 *
 * @param binding its name
 * @param storage as {@code --storage} gave it
 * @param cache what the server's was to hold at most, bytes; null: it was left as it is
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
    StallRule stalls) {}
