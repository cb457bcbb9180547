/** Runs as JMH's result JSON, for the viewers of that. */
@NullMarked
package io.stallmark.report.jmh;

import org.jspecify.annotations.NullMarked;
