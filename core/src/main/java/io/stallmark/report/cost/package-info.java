/** What a run cost, as the results have it. */
@NullMarked
package io.stallmark.report.cost;

import org.jspecify.annotations.NullMarked;
