/**
 * What the user reads on the terminal. Results go to standard output, everything else (progress,
 * warnings, errors) to standard error, so that a pipe carries results alone.
 */
@NullMarked
package io.stallmark.report;

import org.jspecify.annotations.NullMarked;
