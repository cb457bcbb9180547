/**
 * HTML pages of one run, of several, of comparisons and histories. Java embeds the data, which it
 * reads from the files alone, so that a killed run has a page too; scripts build the page.
 */
@NullMarked
package io.stallmark.report.page;

import org.jspecify.annotations.NullMarked;
