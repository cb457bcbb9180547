package io.stallmark.report.trust;

import io.stallmark.analysis.trust.Trust;

/** What to think of a run's figures: whether to believe them, and from when on they are steady. */
public record Judgement(Trust trust, SteadyPart steady) {}
