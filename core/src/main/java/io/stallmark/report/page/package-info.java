/**
 * HTML pages of one run, of several runs, of comparisons and histories. Java embeds the data, which
 * it reads only from the files, so that a killed run can have a page too. Scripts build the page.
 */
@NullMarked
package io.stallmark.report.page;

import org.jspecify.annotations.NullMarked;
