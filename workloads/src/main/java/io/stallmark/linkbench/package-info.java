/**
 * LinkBench, Facebook's benchmark of a social graph: load, requests and verification. Mixes that
 * change links need a database with transactions.
 */
@NullMarked
package io.stallmark.linkbench;

import org.jspecify.annotations.NullMarked;
