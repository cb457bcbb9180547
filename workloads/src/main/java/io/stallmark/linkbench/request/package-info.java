/**
 * LinkBench's ten operations, as a client sends them: which statements each consists of, which of
 * them share a transaction, and what a client remembers from one to the next. Known from LinkBench
 * itself (facebookarchive/linkbench, ac67d54: {@code LinkBenchRequest}, {@code LinkStoreMysql}).
 */
@NullMarked
package io.stallmark.linkbench.request;

import org.jspecify.annotations.NullMarked;
