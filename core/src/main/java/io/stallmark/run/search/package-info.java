/** The search for the highest arrival rate that keeps a latency limit, with one run per trial. */
@NullMarked
package io.stallmark.run.search;

import org.jspecify.annotations.NullMarked;
