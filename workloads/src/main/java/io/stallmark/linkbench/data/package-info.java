/**
 * Distributions of LinkBench's data and requests: degrees of nodes, requested ids, content of rows
 * and order of operations. Sources: LinkBench (facebookarchive/linkbench, ac67d54) and its paper
 * (Armstrong, Ponnekanti, Borthakur, Callaghan: "LinkBench: a Database Benchmark Based on the
 * Facebook Social Graph", SIGMOD 2013). Where the original's program differs from its
 * documentation, {@link io.stallmark.linkbench.data.FidelityOptions} chooses.
 *
 * <p>A draw allocates nothing. Loaded rows are a function of seed and id alone.
 */
@NullMarked
package io.stallmark.linkbench.data;

import org.jspecify.annotations.NullMarked;
