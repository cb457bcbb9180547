/**
 * LinkBench, Facebook's benchmark of a social graph: loaded, requested and verified on any database
 * that has transactions.
 */
@NullMarked
package io.stallmark.linkbench;

import org.jspecify.annotations.NullMarked;
