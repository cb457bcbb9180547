/** What the phases of a run came to, in words and in {@code run.json}. */
@NullMarked
package io.stallmark.report.phase;

import org.jspecify.annotations.NullMarked;
