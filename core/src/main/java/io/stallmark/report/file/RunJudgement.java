package io.stallmark.report.file;

import io.stallmark.analysis.trust.TrustVerdict;
import io.stallmark.result.SteadySummary;

/** Judgement on a run's results: the verdict on trust, and the steady state. */
public record RunJudgement(TrustVerdict trust, SteadySummary steady) {}
