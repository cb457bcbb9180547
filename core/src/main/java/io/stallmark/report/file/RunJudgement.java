package io.stallmark.report.file;

import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.result.SteadySummary;

/** What to think of a run's figures: whether to believe them, and from when on they are steady. */
public record RunJudgement(TrustVerdict trust, SteadySummary steady) {}
