/**
 * Output on the terminal. Results go to standard output. All other lines (progress, warnings,
 * errors) go to standard error, so that a pipe carries only results.
 */
@NullMarked
package io.stallmark.report;

import org.jspecify.annotations.NullMarked;
