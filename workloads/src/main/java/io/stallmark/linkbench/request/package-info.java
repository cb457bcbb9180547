/**
 * LinkBench's ten operations: their statements, their transactions, and the state that a client
 * keeps between operations. Source: LinkBench (facebookarchive/linkbench, ac67d54: {@code
 * LinkBenchRequest}, {@code LinkStoreMysql}).
 */
@NullMarked
package io.stallmark.linkbench.request;

import org.jspecify.annotations.NullMarked;
