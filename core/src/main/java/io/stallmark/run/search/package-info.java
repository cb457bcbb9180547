/** The search for the highest rate that keeps a limit, by one run after the other. */
@NullMarked
package io.stallmark.run.search;

import org.jspecify.annotations.NullMarked;
