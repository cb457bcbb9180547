/** How stalls and dips are written and shown. */
@NullMarked
package io.stallmark.report.stall;

import org.jspecify.annotations.NullMarked;
