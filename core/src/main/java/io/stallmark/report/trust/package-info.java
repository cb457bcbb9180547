/** Whether a run may be believed: its file, its part of {@code run.json}, and for the terminal. */
@NullMarked
package io.stallmark.report.trust;

import org.jspecify.annotations.NullMarked;
