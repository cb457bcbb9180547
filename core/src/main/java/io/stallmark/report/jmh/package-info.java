/** Runs as JMH's result JSON, for viewers of that format. */
@NullMarked
package io.stallmark.report.jmh;

import org.jspecify.annotations.NullMarked;
