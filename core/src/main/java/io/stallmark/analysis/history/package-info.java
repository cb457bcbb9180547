/** How a figure went over the runs of one configuration, and where it changed. */
@NullMarked
package io.stallmark.analysis.history;

import org.jspecify.annotations.NullMarked;
