/**
 * {@code report.html}: what a run's directory holds, as one page that needs nothing else. Made of
 * the files alone, so that a killed run has a page too.
 */
@NullMarked
package io.stallmark.report.page;

import org.jspecify.annotations.NullMarked;
