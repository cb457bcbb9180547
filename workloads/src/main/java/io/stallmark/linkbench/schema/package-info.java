/**
 * The tables of the social graph and the statements over them, with the names of LinkBench's own
 * (facebookarchive/linkbench, ac67d54: {@code README.md}, {@code LinkStoreMysql}).
 */
@NullMarked
package io.stallmark.linkbench.schema;

import org.jspecify.annotations.NullMarked;
