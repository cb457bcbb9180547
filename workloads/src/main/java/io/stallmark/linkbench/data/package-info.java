/**
 * The laws of LinkBench's data and requests: which nodes have how many links, which ids are asked
 * for, what is in a row and which operation comes next. Known from LinkBench itself
 * (facebookarchive/linkbench, ac67d54) and its paper (Armstrong, Ponnekanti, Borthakur, Callaghan:
 * "LinkBench: a Database Benchmark Based on the Facebook Social Graph", SIGMOD 2013). Where the
 * original's program differs from what it says of itself, {@link
 * io.stallmark.linkbench.data.FidelityOptions} chooses.
 *
 * <p>Between two draws nothing is allocated. What is loaded is a function of seed and id alone.
 */
@NullMarked
package io.stallmark.linkbench.data;

import org.jspecify.annotations.NullMarked;
