/**
 * Tables of the social graph and the statements on them. Names are those of LinkBench
 * (facebookarchive/linkbench, ac67d54: {@code README.md}, {@code LinkStoreMysql}).
 */
@NullMarked
package io.stallmark.linkbench.schema;

import org.jspecify.annotations.NullMarked;
